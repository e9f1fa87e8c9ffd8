"""What the host does by hand."""
