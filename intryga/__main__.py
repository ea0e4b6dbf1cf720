"""`python -m intryga` is the command `intryga`."""

from intryga.cli import main

if __name__ == "__main__":
    main()
