package upstream

// Set adds a cookie that is one value.
func (c *Cookie) Set(name, value string) *Cookie { return c.List(name, false, []string{value}) }

// List adds a cookie that is a list: color=blue,black,brown, exploded one
// cookie for each element. An empty list sends nothing.
func (c *Cookie) List(name string, explode bool, list []string) *Cookie {
	if explode {
		for _, value := range list {
			c.Set(name, value)
		}
		return c
	}
	if len(list) > 0 && c.begin(name) {
		c.encoded = appendJoined(c.encoded, list, ",", unreserved)
	}
	return c
}

// Object adds a cookie that is an object: color=R,100,G,200, exploded one
// cookie for each member. An object without members sends nothing.
func (c *Cookie) Object(name string, explode bool, members []Pair) *Cookie {
	if !explode {
		return c.List(name, false, flat(members))
	}
	for _, m := range members {
		if !isToken(m.Name) {
			return c.refuse(name, "a member has a name that no cookie can have")
		}
		c.Set(m.Name, m.Value)
	}
	return c
}

// JSON adds a cookie whose content is JSON.
func (c *Cookie) JSON(name string, v any) *Cookie {
	text, err := marshal(v)
	if err != nil {
		return c.refuse(name, "it cannot be written as JSON")
	}
	return c.Set(name, text)
}

// begin writes a cookie up to its value, and reports whether it could.
func (c *Cookie) begin(name string) bool {
	if !isToken(name) {
		c.refuse(name, "it is not the name of a cookie")
		return false
	}
	if len(c.encoded) > 0 {
		c.encoded = append(c.encoded, "; "...)
	}
	c.encoded = append(append(c.encoded, name...), '=')
	return true
}

func (c *Cookie) refuse(name, why string) *Cookie {
	if c.err == nil {
		c.err = &refusal{"cookie", name, why}
	}
	return c
}
