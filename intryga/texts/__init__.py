"""Every sentence a player reads, in Polish and in English. Rules and bots speak in numbers and words of their own."""
