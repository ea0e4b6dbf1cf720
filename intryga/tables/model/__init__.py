"""What a table is, worked out from its log: pure, without clock, task or database."""
