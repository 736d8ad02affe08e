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

// QueryStyle is how a query parameter that holds a list or an object is written.
type QueryStyle int

// The styles of query parameters. OpenAPI leaves undefined what
// SpaceDelimited and PipeDelimited mean with explode, and what DeepObject means
// for a list: the first two are then written as Form, a list in DeepObject by
// its indexes (color[0]=blue), as the APIs that declare it expect.
const (
	Form           QueryStyle = iota // color=blue,black,brown, exploded: color=blue&color=black&color=brown
	SpaceDelimited                   // color=blue%20black%20brown
	PipeDelimited                    // color=blue%7Cblack%7Cbrown
	DeepObject                       // color[R]=100&color[G]=200
)

// Pair is a member of an object that is sent as a parameter.
type Pair struct{ Name, Value string }

// flat returns names and values as one list: R,100,G,200.
func flat(members []Pair) []string {
	list := make([]string, 0, 2*len(members))
	for _, m := range members {
		list = append(list, m.Name, m.Value)
	}
	return list
}
