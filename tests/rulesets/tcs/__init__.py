"""Tests of TCS."""
