"""Tests of the store, and the failing disk that other tests may borrow."""
