"""What leaves a table: its page for a viewer, the replay, the game file."""
