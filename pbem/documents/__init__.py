"""View models of letters, and the one place that renders them."""
