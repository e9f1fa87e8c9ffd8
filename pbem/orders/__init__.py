"""The order language: text to `OrderSheet`. It knows no verb and no name by itself; both are given."""
