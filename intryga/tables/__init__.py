"""Tables: a game played by people and bots, with its log."""
