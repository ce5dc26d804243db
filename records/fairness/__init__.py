"""Whether the cards were dealt by chance: tests of deals, dealers and shoes, and evenings that cannot have been."""
