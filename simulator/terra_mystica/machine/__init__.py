"""The machine: works on the agenda frame by frame until somebody must choose."""
