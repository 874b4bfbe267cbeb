"""How clients reach the appliance."""
