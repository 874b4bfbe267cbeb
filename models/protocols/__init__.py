"""How clients reach the appliance, and where their requests fall. Protocols build on file systems
and heads."""
