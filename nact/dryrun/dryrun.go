// Package dryrun plans the writes of generated tools instead of making them, and shows what they would be: the requests without
// their secrets, and what would have followed where a tool cannot go on.
package dryrun

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// Tool is what is known of a tool ahead of its runs.
type Tool struct {
	Steps   []Step        // those that write, in the order in which they do
	Secrets []nact.Secret // what no dry run shows, wherever it stands; of those that can be guessed see [Step]
}

// Step is a step that writes. It has an Operation or a Function.
type Step struct {
	Name      string
	Operation string // the upstream's: "clinic.book"
	Function  string // the vendor's: "quote_price"
	When      bool   // it may not run
	Each      bool   // it runs for each element of a list
	Unread    bool   // nothing reads what comes of it: a dry run goes on after it
	Opaque    bool   // something that it sends is computed of a secret: nothing of that is shown

	// Sends are secrets that it sends, beside the credentials of its upstream. If one of them can be guessed, nothing of what it sends
	// is shown: whoever calls the tool could send guesses, and see which of them is hidden.
	Sends []nact.Secret

	// Echoes are the secrets that the answers may repeat of which it sends something, credentials among them. If one of them can be guessed,
	// nothing of what it sends is shown.
	Echoes []nact.Secret
}

// unguessable is how long a secret is, in bytes, that nobody guesses.
const unguessable = 16

func guessable(text string) bool { return len(text) < unguessable }

// canBeGuessed reports whether one of secrets can, as it is or was short before.
func canBeGuessed(secrets []nact.Secret) bool {
	return slices.ContainsFunc(secrets, func(s nact.Secret) bool { return slices.ContainsFunc(s.Recent(), guessable) })
}

// hidden reports whether a dry run shows nothing of what the step sends.
func (s Step) hidden() bool {
	return s.Opaque || canBeGuessed(s.Sends) || canBeGuessed(s.Echoes)
}

// Begin begins a dry run of the tool.
func (t Tool) Begin() nact.DryRun {
	r := &run{tool: t}
	r.learn()
	return r
}

// Limits of what is shown.
const (
	maxWrites  = 500       // further ones are counted
	maxContent = 64 << 10  // bytes of a body, or of arguments
	maxShown   = 512 << 10 // bytes of all of them together
)

// run is a dry run. It may be used by several goroutines at the same time.
type run struct {
	tool Tool
	mask mask

	mu      sync.Mutex
	known   []string // the secrets that are hidden, as they are and were since the run began
	shown   [][]byte // the writes that were planned, as JSON
	more    int      // how many were, after them
	content int      // bytes of bodies and arguments among them
	ended   string   // the step at which the run ended, or empty
}

// Plan notes a write. The run ends at it unless the tool says that nothing reads its result.
func (r *run) Plan(w nact.PlannedWrite) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.learn()
	step := Step{Name: w.Step}
	if i := r.find(w.Step); i >= 0 {
		step = r.tool.Steps[i]
	}
	if len(r.shown) < maxWrites {
		r.shown = append(r.shown, r.appendWrite(nil, step, w))
	} else {
		r.more++
	}
	if step.Unread {
		return nil
	}
	r.ended = w.Step
	return nact.ErrDryRun
}

// learn has what secrets have become meanwhile hidden as well.
func (r *run) learn() {
	before := len(r.known)
	for _, s := range r.tool.Secrets {
		for _, text := range s.Recent() {
			if !guessable(text) && !slices.Contains(r.known, text) {
				r.known = append(r.known, text)
			}
		}
	}
	if len(r.known) > before {
		r.mask = newMask(r.known)
	}
}

// Watch implements [nact.DryRun].
func (r *run) Watch(ctx context.Context) context.Context { return nact.NewDryRun(r).Watch(ctx) }

// Ended implements [nact.DryRun].
func (r *run) Ended(err error) bool { return errors.Is(err, nact.ErrDryRun) }

// Planned reports whether a write was planned.
func (r *run) Planned() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.shown) > 0
}

// AppendJSON appends {"writes": [...], "then": [...]}.
func (r *run) AppendJSON(b []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := jsontext.NewObject(b)
	o.List("writes", len(r.shown), func(b []byte, i int) []byte { return append(b, r.shown[i]...) })
	if r.more > 0 {
		o.Int("more", int64(r.more))
	}
	then := r.then()
	o.List("then", len(then), func(b []byte, i int) []byte { return then[i].appendJSON(b) })
	return o.End()
}

// then returns the steps that could have written after the one at which the run ended; for further elements of a list also that one.
func (r *run) then() []Step {
	i := r.find(r.ended)
	if i < 0 {
		return nil
	}
	if !r.tool.Steps[i].Each {
		i++
	}
	return r.tool.Steps[i:]
}

// find returns the index of the step of that name, or -1. The elements of lists that are in the name, of a step in a part, do not count.
func (r *run) find(name string) int {
	name = nact.StepPath(name)
	return slices.IndexFunc(r.tool.Steps, func(s Step) bool { return s.Name == name })
}

func (s Step) appendJSON(b []byte) []byte {
	o := jsontext.NewObject(b)
	o.Text("step", s.Name)
	s.callee(o)
	if s.When {
		o.Bool("when", true)
	}
	if s.Each {
		o.Bool("each", true)
	}
	return o.End()
}

// callee says what the step calls.
func (s Step) callee(o *jsontext.Object) {
	if s.Operation != "" {
		o.Text("operation", s.Operation)
	}
	if s.Function != "" {
		o.Text("function", s.Function)
	}
}

// appendWrite appends a write as it is shown.
func (r *run) appendWrite(b []byte, step Step, w nact.PlannedWrite) []byte {
	if w.Request != nil {
		step.Operation = cmp.Or(step.Operation, w.Request.Operation)
	}
	o := jsontext.NewObject(b)
	o.Text("step", w.Step)
	if w.Element.Has {
		o.Int("element", int64(w.Element.Value))
	}
	step.callee(o)
	switch {
	case step.hidden():
		o.Bool("secret", true)
	case w.Request != nil:
		r.request(o, w.Request)
	default:
		r.arguments(o, w.Arguments)
	}
	return o.End()
}

// request shows a request.
func (r *run) request(o *jsontext.Object, q *nact.DryRequest) {
	o.Text("method", q.Method)
	o.Text("url", r.mask.text(q.URL))
	names := slices.Sorted(maps.Keys(q.Header))
	o.Object("header", func(header *jsontext.Object) {
		for _, name := range names {
			header.Text(name, r.headerValue(name, q.Header[name]))
		}
	})
	if len(q.Body) > 0 {
		r.body(o, http.Header(q.Header).Get("Content-Type"), q.Body)
	}
}

// headerValue returns the value of a header as it is shown. A credential can also be one that a step was given by an upstream. The
// boundary of a multipart body would be another one.
func (r *run) headerValue(name string, values []string) string {
	switch name {
	case "Authorization", "Proxy-Authorization", "Cookie":
		return nact.Hidden
	case "Content-Type":
		if media, _, _ := strings.Cut(values[0], ";"); strings.HasPrefix(media, "multipart/") {
			return media
		}
	}
	return r.mask.text(strings.Join(values, ", "))
}
