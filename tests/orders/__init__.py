"""Tests of the order language, with a vocabulary and a writer of valid orders that other tests may borrow."""
