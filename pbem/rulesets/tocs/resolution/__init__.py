"""What the referee does by itself in a phase: atoms that turn a moment of play into events."""
