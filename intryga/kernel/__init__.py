"""The rules kernel: boards, steps, actions, dice, journals, views. It knows no game and imports nothing of ours."""
