"""The rulesets the referee can play; each is one folder with fixed file names."""
