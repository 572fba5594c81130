"""Who chooses: uniform, greedy, planner and scripted policies, and the compiled batch loop."""
