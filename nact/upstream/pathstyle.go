package upstream

// PathStyle is how a path parameter that is more than plain text is written
// (OpenAPI's style; RFC 6570 is the reference).
type PathStyle int

// The styles of path parameters.
const (
	Simple PathStyle = iota // blue,black,brown
	Label                   // .blue,black,brown
	Matrix                  // ;color=blue,black,brown
)

// Scalar appends a parameter that is one value.
func (p *Path) Scalar(name string, style PathStyle, value string) *Path {
	return p.List(name, style, true, []string{value})
}

// List appends a parameter that is a list. An empty list is refused.
func (p *Path) List(name string, style PathStyle, explode bool, list []string) *Path {
	return p.expand(name, list, func(dst []byte) []byte {
		switch {
		case style == Label && explode:
			return appendJoined(append(dst, '.'), list, ".", unreserved)
		case style == Matrix && explode:
			for _, value := range list {
				dst = appendMatrix(dst, name, value)
			}
			return dst
		}
		return appendJoined(appendStart(dst, name, style), list, ",", unreserved)
	})
}

// Object appends a parameter that is an object, its members in the order
// given. An object without members is refused.
func (p *Path) Object(name string, style PathStyle, explode bool, members []Pair) *Path {
	return p.expand(name, flat(members), func(dst []byte) []byte {
		if !explode {
			return appendJoined(appendStart(dst, name, style), flat(members), ",", unreserved)
		}
		for i, m := range members {
			switch {
			case style == Matrix:
				dst = appendMatrix(dst, m.Name, m.Value)
				continue
			case style == Label:
				dst = append(dst, '.')
			case i > 0:
				dst = append(dst, ',')
			}
			dst = append(appendEscaped(dst, m.Name, unreserved), '=')
			dst = appendEscaped(dst, m.Value, unreserved)
		}
		return dst
	})
}

// appendStart appends what stands before the elements of a list or an object that is not exploded.
func appendStart(dst []byte, name string, style PathStyle) []byte {
	switch style {
	case Label:
		return append(dst, '.')
	case Matrix:
		return append(appendEscaped(append(dst, ';'), name, unreserved), '=')
	}
	return dst
}

// appendMatrix appends ;name=value, or ;name where the value is empty.
func appendMatrix(dst []byte, name, value string) []byte {
	dst = appendEscaped(append(dst, ';'), name, unreserved)
	if value == "" {
		return dst
	}
	return appendEscaped(append(dst, '='), value, unreserved)
}
