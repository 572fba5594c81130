"""The command `ask`: a question as people type it, played until the answer is narrow enough, answered in sentences."""
