"""What several games share, or what is a question of its own beside the rules of one: suits, packs, sets of cards, boards, banks. None knows a game."""
