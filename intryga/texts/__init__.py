"""Every sentence a player reads, in every language. Rules and bots speak in numbers and words of their own."""
