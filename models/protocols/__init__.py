"""How clients reach the appliance, and where their requests come to lie. Protocols stand on file
systems and heads."""
