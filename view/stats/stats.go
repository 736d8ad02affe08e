// Package stats counts what tools cost a model in tokens: to know them, and to read what they answer, each against the operations that
// are behind them, made into tools one by one as converters from OpenAPI do. From a checked plan and its documents comes a [Report].
package stats

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Report says what the tools cost that agents find, in the manifest's order. Its JSON is stable.
type Report struct {
	Encoding  string      `json:"encoding"` // by which tokens are counted
	Tools     []*Tool     `json:"tools"`
	Total     Total       `json:"total"`
	Documents []*Document `json:"documents"` // those that the tools call operations of, in the order of their upstreams
}

// Tool is what one tool costs.
type Tool struct {
	Name       string   `json:"name"`
	Operations []string `json:"operations"` // those that its steps call, each once, in the order of the code
	Read       Read     `json:"read"`
	Answer     *Answer  `json:"answer"` // null: no example of the tool has outputs
	Calls      *Calls   `json:"calls"`  // null likewise
}

// Read is what a model reads to know something: tokens of each form.
type Read struct {
	NACT     int  `json:"nact"`               // the signature, as the service publishes it
	MCP      int  `json:"mcp"`                // an element of tools/list
	Function int  `json:"function"`           // an element of a list of functions
	Raw      int  `json:"raw"`                // the operations as tools of their own, as elements of tools/list
	AtLeast  bool `json:"at_least,omitempty"` // Raw is more: schemas are left out
}

// Answer is what a model reads of the answer to one call: tokens of each form.
type Answer struct {
	Example string `json:"example,omitempty"` // which of the tool's it is: by Raw the median, of an even number the larger one in the middle
	NACT    int    `json:"nact"`
	MCP     int    `json:"mcp"` // the text of a result; what a result has beside it is for programs
	Raw     int    `json:"raw"` // the bodies of what the upstreams answered
}

// Calls is how many calls of upstreams a call of the tool takes, in the examples with outputs.
type Calls struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Total is what all tools cost together.
type Total struct {
	Operations int    `json:"operations"` // that are called, each once
	Read       Read   `json:"read"`       // an operation that several tools call counts once in Raw
	Answered   int    `json:"answered"`   // tools that have an answer
	Answer     Answer `json:"answer"`     // the sum of theirs
}

// Document is what a document costs whose operations all are tools.
type Document struct {
	File       string `json:"file"`       // seen from the manifest's folder
	Operations int    `json:"operations"` // that could be read
	Unread     int    `json:"unread,omitempty"`
	Tokens     int    `json:"tokens"`
	AtLeast    bool   `json:"at_least,omitempty"` // they are more: schemas are left out
}

// Of counts what the tools of a plan cost. The documents are those that it was made from, and the files those of its manifest. Nothing
// is changed.
func Of(p *plan.Plan, documents document.Set, files inputs.Tree, by *Encoding) (*Report, error) {
	c := &counter{plan: p, files: files, encoding: by, operations: newOperations(documents, by)}
	r := &Report{Encoding: by.Name, Tools: []*Tool{}}
	for _, t := range p.Tools {
		if t.Withdrawn != nil {
			continue
		}
		counted, err := c.tool(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Signature.Name, err)
		}
		r.Tools = append(r.Tools, counted)
		r.Total.add(counted)
	}
	r.Total.Operations, r.Total.Read.Raw, r.Total.Read.AtLeast = c.operations.total()
	r.Documents = c.operations.documents(p)
	return r, nil
}

func (t *Total) add(tool *Tool) {
	t.Read.NACT += tool.Read.NACT
	t.Read.MCP += tool.Read.MCP
	t.Read.Function += tool.Read.Function
	if a := tool.Answer; a != nil {
		t.Answered++
		t.Answer.NACT += a.NACT
		t.Answer.MCP += a.MCP
		t.Answer.Raw += a.Raw
	}
}

// counter counts what tools cost.
type counter struct {
	plan       *plan.Plan
	files      inputs.Tree
	encoding   *Encoding
	operations *operations
}

func (c *counter) tool(t *plan.Tool) (*Tool, error) {
	counted := &Tool{Name: t.Signature.Name, Operations: []string{}}
	tool := served(t, nil)
	if err := c.encoding.countForms(
		form{&counted.Read.NACT, tool.AppendJSON(nil, len(t.Older))},
		form{&counted.Read.MCP, mcp.AppendTool(nil, tool)},
		form{&counted.Read.Function, function(&t.Signature)},
	); err != nil {
		return nil, err
	}
	seen := map[operationKey]bool{}
	for _, s := range t.Steps() {
		key, size, err := c.operations.called(s.Call)
		if err != nil {
			return nil, err
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		counted.Operations = append(counted.Operations, s.Call.ID)
		counted.Read.Raw += size.tokens
		counted.Read.AtLeast = counted.Read.AtLeast || size.atLeast
	}
	return counted, c.examples(t, counted)
}

// examples counts the answers of the examples with outputs.
func (c *counter) examples(t *plan.Tool, to *Tool) error {
	var answers []*Answer
	for _, e := range t.Examples {
		if e.Failure != "" {
			continue
		}
		a, err := c.answer(t, e)
		if err != nil {
			return fmt.Errorf("the example %q: %w", e.Name, err)
		}
		answers = append(answers, a)
		if n := len(e.Recordings); to.Calls == nil {
			to.Calls = &Calls{n, n}
		} else {
			to.Calls.Least, to.Calls.Most = min(to.Calls.Least, n), max(to.Calls.Most, n)
		}
	}
	if len(answers) > 0 {
		slices.SortStableFunc(answers, func(a, b *Answer) int { return cmp.Compare(a.Raw, b.Raw) })
		to.Answer = answers[len(answers)/2]
	}
	return nil
}
