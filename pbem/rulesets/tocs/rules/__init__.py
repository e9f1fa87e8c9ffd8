"""Rules by chapter: pure procedures over a View or over the facts a rule names."""
