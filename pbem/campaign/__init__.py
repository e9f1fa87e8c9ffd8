"""Who commands: seats, standing orders, drafts, deadlines, and the papers that change them."""
