package stats

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// operations counts operations as tools, each once.
type operations struct {
	set      document.Set
	encoding *Encoding
	counted  map[operationKey]size
	used     map[operationKey]bool // those that tools call
}

// operationKey identifies an operation. Two upstreams with one document have the same operations.
type operationKey struct{ document, method, path string }

// size is the number of tokens of an operation.
type size struct {
	tokens  int
	atLeast bool // tokens is too low, since schemas are left out
}

func newOperations(set document.Set, by *Encoding) *operations {
	return &operations{set: set, encoding: by, counted: map[operationKey]size{}, used: map[operationKey]bool{}}
}

// called counts an operation that a tool calls.
func (o *operations) called(op *plan.Operation) (operationKey, size, error) {
	d := o.set[op.Upstream.Name]
	key := operationKey{d.Path, op.Method, op.Path}
	for _, e := range d.Entries {
		if e.Method == op.Method && e.Path == op.Path {
			o.used[key] = true
			s, err := o.count(d, e)
			return key, s, err
		}
	}
	return key, size{}, fmt.Errorf("%s has no operation %s %s", d.Path, op.Method, op.Path)
}

// count counts one operation of a document. An error says that it cannot be read.
func (o *operations) count(d *document.Document, e spec.Entry) (size, error) {
	key := operationKey{d.Path, e.Method, e.Path}
	if s, ok := o.counted[key]; ok {
		return s, nil
	}
	resolved, err := d.Resolve(e)
	if err != nil {
		return size{}, err
	}
	text, cut := operationTool(resolved[0])
	s := size{atLeast: cut}
	if s.tokens, err = o.encoding.Count(text); err == nil {
		o.counted[key] = s
	}
	return s, err
}

// total sums up the operations that tools call.
func (o *operations) total() (operations, tokens int, atLeast bool) {
	for key := range o.used {
		tokens += o.counted[key].tokens
		atLeast = atLeast || o.counted[key].atLeast
	}
	return len(o.used), tokens, atLeast
}

// documents counts all operations of the documents of a plan's upstreams, each document once.
func (o *operations) documents(p *plan.Plan) []*Document {
	list, seen := []*Document{}, map[string]bool{}
	for _, u := range p.Upstreams {
		d := o.set[u.Name]
		if seen[d.Path] {
			continue
		}
		seen[d.Path] = true
		list = append(list, o.document(d))
	}
	return list
}

// document counts all operations of a document.
func (o *operations) document(d *document.Document) *Document {
	counted := &Document{File: d.Path}
	for _, e := range d.Entries {
		s, err := o.count(d, e)
		if err != nil {
			counted.Unread++
			continue
		}
		counted.Operations++
		counted.Tokens += s.tokens
		counted.AtLeast = counted.AtLeast || s.atLeast
	}
	return counted
}
