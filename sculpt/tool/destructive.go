package tool

import "net/http"

// additive reports whether all that the tool does to change something is to add. Of a POST and of a function its author knows that; the other
// methods say themselves that they do something to what is there.
func (c *checker) additive() bool {
	declared := c.tool.Destructive
	switch {
	case !declared.Set:
		return false
	case !c.tool.Writes.V:
		c.found.ErrorAt(declared, "destructive", "%s changes nothing, and so destroys nothing either; leave out \"destructive\", or say writes: true if it does", c.tool.Name.V)
		return false
	case declared.V:
		return false
	}
	for _, s := range c.tool.Calls() {
		op := c.calls.Of(s)
		if op == nil {
			continue
		}
		switch op.Method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
			c.found.ErrorAt(s.Call, "destructive", "%s is a %s, which changes or removes what is there; leave out \"destructive: false\"", op.ID, op.Method)
		}
	}
	return true
}
