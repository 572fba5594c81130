"""What Terra Mystica says in reports."""
