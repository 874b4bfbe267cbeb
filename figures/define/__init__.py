"""The parts of a figure's definition: parameters, panels, rows and claims. It imports no other
package of figures."""
