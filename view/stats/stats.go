// Package stats counts the tokens that tools cost a model: to know them, and to read their answers. It compares them with the operations that they call,
// made into tools one by one, as converters from OpenAPI do. [Of] makes a [Report] of a checked plan and its documents.
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

// Report says what the tools that agents find cost, in the manifest's order. Its JSON is stable.
type Report struct {
	Encoding  string      `json:"encoding"` // by which tokens are counted
	Tools     []*Tool     `json:"tools"`
	Total     Total       `json:"total"`
	Documents []*Document `json:"documents"` // those with operations that the tools call, in the order of their upstreams
}

// Tool is what one tool costs.
type Tool struct {
	Name       string   `json:"name"`
	Operations []string `json:"operations"` // those that its steps call, each once, in the order of the code
	Read       Read     `json:"read"`
	Answer     *Answer  `json:"answer"` // null if no example of the tool has outputs
	Calls      *Calls   `json:"calls"`  // likewise
}

// Read is the number of tokens that a model reads to know tools, in each form.
type Read struct {
	NACT     int  `json:"nact"`               // the signature, as the service publishes it
	MCP      int  `json:"mcp"`                // an element of tools/list
	Function int  `json:"function"`           // an element of a list of functions
	Raw      int  `json:"raw"`                // the operations that the tools call, each as an element of tools/list
	AtLeast  bool `json:"at_least,omitempty"` // Raw is too low, since schemas are left out
}

// Answer is the number of tokens that a model reads of the answer to one call, in each form.
type Answer struct {
	Example string `json:"example,omitempty"` // the example of the tool that is the median by Raw; of an even number, the upper median
	NACT    int    `json:"nact"`
	MCP     int    `json:"mcp"` // the text of the result, without the parts that are for programs
	Raw     int    `json:"raw"` // the bodies that the upstreams answered
}

// Calls is the range of the number of calls of upstreams that a call of the tool takes, in the examples with outputs.
type Calls struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Total is what all tools cost together.
type Total struct {
	Operations int    `json:"operations"` // that tools call, each counted once
	Read       Read   `json:"read"`       // an operation that several tools call counts once in Raw
	Answered   int    `json:"answered"`   // the number of tools that have an Answer
	Answer     Answer `json:"answer"`     // the sum of these
}

// Document is what a document would cost if each of its operations were a tool.
type Document struct {
	File       string `json:"file"`             // relative to the manifest's folder
	Operations int    `json:"operations"`       // that could be read
	Unread     int    `json:"unread,omitempty"` // operations that could not
	Tokens     int    `json:"tokens"`
	AtLeast    bool   `json:"at_least,omitempty"` // Tokens is too low, since schemas are left out
}

// Of counts what the tools of a plan cost. Documents are those from which the plan was made, and files are those of its manifest.
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
	for _, s := range t.AllSteps() {
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
