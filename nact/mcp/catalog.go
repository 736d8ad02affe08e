package mcp

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// catalog is the tools that clients find, by name, as bytes that pages are cut from.
type catalog struct {
	names  []string
	text   []byte // of all tools, each with a comma behind it
	starts []int  // where each begins in text, and where the last one ends
}

func newCatalog(tools []nact.Tool) *catalog {
	var found []*nact.Tool
	for i := range tools {
		if tools[i].Withdrawn == nil {
			found = append(found, &tools[i])
		}
	}
	slices.SortFunc(found, func(a, b *nact.Tool) int { return strings.Compare(a.Current().Name, b.Current().Name) })
	c := &catalog{starts: []int{0}}
	for _, t := range found {
		c.names = append(c.names, t.Current().Name)
		c.text = append(AppendTool(c.text, t), ',')
		c.starts = append(c.starts, len(c.text))
	}
	return c
}

// page returns the tools behind the one that the cursor names, at most size, and the cursor of the next page; it is empty if there is none.
// A cursor is of a place in the alphabet: it holds on whichever instance of a service, and whatever has come or gone.
func (c *catalog) page(cursor string, size int) (tools []byte, next string, err error) {
	from := 0
	if cursor != "" {
		last, err := base64.RawURLEncoding.DecodeString(cursor)
		if err != nil || len(last) == 0 {
			return nil, "", &rpcError{code: codeInvalidParams, text: "params.cursor is none that this service has given out: leave it out to begin anew"}
		}
		at, found := slices.BinarySearch(c.names, string(last))
		from = at
		if found {
			from++
		}
	}
	to := min(from+size, len(c.names))
	if from == to {
		return nil, "", nil
	}
	if to < len(c.names) {
		next = base64.RawURLEncoding.EncodeToString([]byte(c.names[to-1]))
	}
	return c.text[c.starts[from] : c.starts[to]-1], next, nil
}

// For how long, in milliseconds, clients may take what they have of a list for what there is: a new release of the service may have other tools.
// All callers get the same.
const (
	listTTL   = 300_000
	listScope = "public"
)

// addCaching says how long a result may be kept, and by whom.
func addCaching(o *jsontext.Object) {
	o.Int("ttlMs", listTTL)
	o.Text("cacheScope", listScope)
}
