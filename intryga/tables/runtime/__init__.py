"""Tables that are being played: in memory, under locks, with bots, bells and clocks. Everything asyncio."""
