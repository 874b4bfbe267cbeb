"""Which machine to choose: candidates, their edge and what each requirement costs."""
