"""What browsers keep: drawings, typefaces, styles and scripts."""
