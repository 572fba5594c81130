"""The adversaries whose rules need code, one file each; what programs can say is content (`adversaries.yaml`)."""
