package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/schema"
)

// catalog is the tools that clients find, by name, as bytes that pages are cut from.
type catalog struct {
	salt   string // what the checksums of cursors are about beside names
	names  []string
	pages  [][]byte // of so many tools each: elements with commas between them, and pageEnd
	starts []int    // where each tool begins in its page
	size   int      // tools of a page
	scope  string   // of caches that may keep a page
}

// pageEnd closes the list of the tools of a page, the result and the answer. It stands behind the tools, so that a page goes out in one piece.
const pageEnd = "]}}"

func newCatalog(config Config, tools []nact.Tool) *catalog {
	var found []*nact.Tool
	for i := range tools {
		if tools[i].Withdrawn == nil && tools[i].Denied == nil {
			found = append(found, &tools[i])
		}
	}
	slices.SortFunc(found, func(a, b *nact.Tool) int { return strings.Compare(a.Current().Name, b.Current().Name) })
	c := &catalog{salt: "mcp cursor\x00" + config.Name + "\x00", size: config.PageSize, scope: listScope}
	if config.View != nil {
		c.salt, c.scope = c.salt+config.View.Name+"\x00", viewScope
	}
	for of := range slices.Chunk(found, c.size) {
		var page []byte
		for i, t := range of {
			if i > 0 {
				page = append(page, ',')
			}
			c.names = append(c.names, t.Current().Name)
			c.starts = append(c.starts, len(page))
			page = AppendTool(page, t)
		}
		c.pages = append(c.pages, bytes.Clone(append(page, pageEnd...)))
	}
	return c
}

// page returns the rest of the answer from the tool behind the one that the cursor names, to the end of its page, and the cursor of the next
// page, which is empty if there is none.
func (c *catalog) page(cursor string) (tools []byte, next string, wrong *rpcError) {
	from := 0
	if cursor != "" {
		last, ok := c.decode(cursor)
		if !ok {
			return nil, "", &rpcError{code: codeInvalidParams, text: "params.cursor is none that this service has given out: leave it out to begin anew"}
		}
		at, found := slices.BinarySearch(c.names, last)
		from = at
		if found {
			from++
		}
	}
	if from == len(c.names) {
		return []byte(pageEnd), "", nil
	}
	page := from / c.size
	if end := (page + 1) * c.size; end < len(c.names) {
		next = c.encode(c.names[end-1])
	}
	return c.pages[page][c.starts[from]:], next, nil
}

// cursorSum is the length of the checksum in a cursor, in bytes.
const cursorSum = 8

// encode returns a cursor. It holds the name of the last tool of a page, so that it is good on every instance of a service, also if tools have come
// or gone, and a checksum, which finds cursors that are damaged, made up or another service's. It is no secret.
func (c *catalog) encode(last string) string {
	sum := sha256.Sum256([]byte(c.salt + last))
	return base64.RawURLEncoding.EncodeToString(append(sum[:cursorSum], last...))
}

// decode returns the name in a cursor. It is not ok if the service has given out no such cursor.
func (c *catalog) decode(cursor string) (last string, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) <= cursorSum {
		return "", false
	}
	last = string(b[cursorSum:])
	return last, c.encode(last) == cursor
}

// For how long, in milliseconds, clients may take what they have of a list for what there is: a new release of the service may have other tools.
// All callers get the same, unless there are views.
const (
	listTTL   = 300_000
	listScope = "public"
	viewScope = "private"
)

// addCaching says how long a result may be kept, and by whom.
func addCaching(o *jsontext.Object, scope string) {
	o.Int("ttlMs", listTTL)
	o.Text("cacheScope", scope)
}

// AppendTool appends the current version of a tool as tools/list has it: one Tool of the protocol. The tool must be one that [nact.Contracts] takes.
func AppendTool(b []byte, t *nact.Tool) []byte {
	s := t.Current()
	o := jsontext.NewObject(b)
	o.Text("name", s.Name)
	o.Text("title", title(s.Name))
	o.Text("description", s.Description)
	if s.Img != "" {
		o.List("icons", 1, func(b []byte, _ int) []byte {
			icon := jsontext.NewObject(b)
			icon.Text("src", s.Img)
			return icon.End()
		})
	}
	o.Append("inputSchema", func(b []byte) []byte { return schema.AppendInputs(b, s) })
	if len(s.Published()) > 0 {
		o.Append("outputSchema", func(b []byte) []byte { return schema.AppendOutputs(b, t) })
	}
	o.Object("annotations", func(o *jsontext.Object) { annotate(o, t) })
	return o.End()
}

// annotate says what the tool does to its environment. A hint that has no meaning for the tool is left out.
func annotate(o *jsontext.Object, t *nact.Tool) {
	o.Bool("readOnlyHint", !t.Writes)
	if t.Writes {
		o.Bool("destructiveHint", !t.Additive)
		o.Bool("idempotentHint", t.Idempotent)
	}
}

// title is a name for people: Look up weather for look_up_weather.
func title(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + strings.ReplaceAll(name[size:], "_", " ")
}

// implementation returns who the service is: an Implementation of the protocol.
func (c *Config) implementation() []byte {
	o := jsontext.NewObject(nil)
	o.Text("name", c.Name)
	o.Text("title", c.Title)
	o.Text("version", c.Version)
	return o.End()
}
