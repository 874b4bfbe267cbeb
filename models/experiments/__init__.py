"""What only a figure or two need, a room for each matter. Experiments stand on machines; nothing
below imports them."""
