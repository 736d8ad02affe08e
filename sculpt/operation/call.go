package operation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Calls are the operations that the steps of a manifest call.
type Calls struct {
	ofStep     map[*manifest.Step]*Operation
	ofUpstream map[string][]*Operation
	called     map[string]bool
}

// Of returns the operation that a step calls, or nil if it could not be found, which has been reported.
func (c *Calls) Of(s *manifest.Step) *Operation { return c.ofStep[s] }

// Upstream returns the operations of an upstream that steps call, in the document's order.
func (c *Calls) Upstream(name string) []*Operation { return c.ofUpstream[name] }

// Called reports whether some step names the upstream, rightly or wrongly.
func (c *Calls) Called(upstream string) bool { return c.called[upstream] }

// With returns the calls with other plans of their operations.
func (c *Calls) With(plans map[*plan.Operation]*plan.Operation) *Calls {
	calls := &Calls{ofStep: map[*manifest.Step]*Operation{}, ofUpstream: map[string][]*Operation{}, called: c.called}
	operations := map[*Operation]*Operation{}
	for upstream, list := range c.ofUpstream {
		for _, op := range list {
			with := *op
			if p := plans[op.Operation]; p != nil {
				with.Operation = p
			}
			operations[op] = &with
			calls.ofUpstream[upstream] = append(calls.ofUpstream[upstream], &with)
		}
	}
	for step, op := range c.ofStep {
		calls.ofStep[step] = operations[op]
	}
	return calls
}

// Resolve finds what all steps of a manifest call. upstreams are the plans of the manifest's, in their order. What is wrong with the
// calls, and with what the documents say about the operations, is added to found.
func Resolve(m *manifest.Manifest, documents document.Set, upstreams []*plan.Upstream, found *diag.List) *Calls {
	r := &resolver{upstreams: map[string]*calledUpstream{}, twice: map[*calledUpstream]bool{}, found: found}
	for i, u := range m.Upstreams {
		r.names = append(r.names, u.Name.V)
		r.upstreams[u.Name.V] = &calledUpstream{
			manifest: u, plan: upstreams[i], document: documents[u.Name.V], resolved: map[spec.Entry]*spec.Operation{}, operations: map[form]*Operation{},
			whole: shape.New(u.Name.V),
		}
	}
	calls := &Calls{ofStep: map[*manifest.Step]*Operation{}, ofUpstream: map[string][]*Operation{}, called: map[string]bool{}}
	for _, t := range m.Tools {
		for _, s := range t.Calls() {
			if op := r.step(t, s); op != nil {
				op.pass(s.Passed())
				op.send(s)
				calls.ofStep[s] = op
			}
		}
	}
	for name, u := range r.upstreams {
		slices.SortStableFunc(u.order, func(a, b *Operation) int { return cmp.Compare(a.index, b.index) })
		calls.ofUpstream[name], calls.called[name] = u.order, u.called
	}
	return calls
}

// resolver finds operations, each once.
type resolver struct {
	twice     map[*calledUpstream]bool // with an operation to which two credentials would go in one place
	names     []string                 // of the upstreams
	upstreams map[string]*calledUpstream
	found     *diag.List
}

// calledUpstream is an upstream with what has been found of it.
type calledUpstream struct {
	manifest   *manifest.Upstream
	plan       *plan.Upstream
	document   *document.Document // nil if it could not be opened
	called     bool
	resolved   map[spec.Entry]*spec.Operation // nil: it cannot be used, which has been reported
	operations map[form]*Operation
	whole      *shape.Shapes // of the document
	order      []*Operation  // the values of operations, in the order of their first calls
}

// step finds the operation that a step calls. It reports what is wrong and returns nil if there is none.
func (r *resolver) step(t *manifest.Tool, s *manifest.Step) *Operation {
	if !s.Call.Set {
		return nil
	}
	name, called := s.Operation()
	u, ok := r.upstreams[name]
	if !ok {
		r.found.ErrorAt(s.Call, "unknown-name", "there is no upstream %q%s", name, diag.Known(name, r.names))
		return nil
	}
	u.called = true
	if u.document == nil {
		return nil
	}
	entry, message := u.entry(called)
	if message != "" {
		r.found.ErrorAt(s.Call, "unknown-operation", "%s: %s%s", u.document.Path, message, unlisted(u.document))
		return nil
	}
	resolved := r.resolve(u, entry, t, s)
	if resolved == nil {
		return nil
	}
	accept := stateOf(u.manifest, "Accept")
	named := accept.choice(s.Accept.V, successContent(resolved))
	named, header := tableHeader(named, successContent(resolved))
	answer, message := AnswerMedia(resolved, named)
	if message != "" {
		r.found.ErrorAt(s.Accept, "accept", "%s", message)
		return nil
	}
	f := form{entry: entry, answer: answer, header: header, lacks: answer == undescribed || lacksBody(resolved, s)}
	if named == "" {
		f.accept = accept
	}
	if s.Body != nil {
		sent := stateOf(u.manifest, "Content-Type")
		var content []*spec.Media
		if resolved.Body != nil {
			content = resolved.Body.Content
		}
		if named = sent.choice(s.Type.V, content); named == "" {
			f.sent = sent
		}
		if f.body, message = BodyMedia(resolved, named); message != "" {
			r.found.ErrorAt(s.Type, "content-type", "%s", message)
			return nil
		}
	}
	op := u.operation(f, resolved)
	r.once(u, op)
	return op
}

// unlisted ends a message about an operation that is not there, where the document has paths that could not be read.
func unlisted(d *document.Document) string {
	faults := d.Unlisted()
	if len(faults) == 0 {
		return ""
	}
	text := "; a path of the document could not be read: " + faults[0].Error()
	if more := len(faults) - 1; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}

// lacksBody reports whether a step may get an answer without a body from an operation that has one for others. A step that polls until
// the status is no longer 202 takes no such answer for its own.
func lacksBody(op *spec.Operation, s *manifest.Step) bool {
	pending := s.Poll != nil && s.Poll.Until == nil
	return slices.ContainsFunc(BodilessStatuses(op), func(status string) bool { return !pending || status != "202" })
}

// entry finds an operation as findEntry does, by an index of the document's operations.
func (u *calledUpstream) entry(called string) (found spec.Entry, message string) {
	name, _ := entryName(called)
	if named := u.document.Named(name); len(named) == 1 {
		return named[0], ""
	}
	return findEntry(u.document.Entries, called)
}

// operation returns the operation of a form, made at its first call.
func (u *calledUpstream) operation(f form, resolved *spec.Operation) *Operation {
	op, ok := u.operations[f]
	if !ok {
		op = newOperation(u.plan, f, slices.Index(u.document.Entries, f.entry), resolved, u.whole)
		op.OwnServer = ownServer(u, resolved)
		schemes, _ := u.document.SecuritySchemes() // what is wrong with others is an error where auth names one
		op.Auth = security.Sent(u.plan, resolved, schemes)
		u.operations[f] = op
		u.order = append(u.order, op)
	}
	return op
}

// once reports an operation to which two credentials would go in one place.
func (r *resolver) once(u *calledUpstream, op *Operation) {
	sent := slices.DeleteFunc(slices.Clone(u.plan.Auth), func(c plan.Credential) bool { return !op.Sends(c) })
	for i, c := range sent {
		if slices.ContainsFunc(sent[:i], c.SamePlace) && !r.twice[u] {
			r.twice[u] = true
			r.found.ErrorAt(u.manifest.Name, "duplicate", "two credentials are sent in the %s with %s, since its document does not say which; name one of them", c.Sent(), op.ID)
		}
	}
}

// resolve resolves an operation once for all steps that call it; nil if it cannot be used.
func (r *resolver) resolve(u *calledUpstream, entry spec.Entry, t *manifest.Tool, s *manifest.Step) *spec.Operation {
	if resolved, ok := u.resolved[entry]; ok {
		return resolved
	}
	u.resolved[entry] = nil
	resolved, err := u.document.Resolve(entry)
	if err != nil {
		document.Report(s.Call, err, fmt.Sprintf("called by the step %s of the tool %s", s.Name.V, t.Name.V), r.found)
		return nil
	}
	u.resolved[entry] = resolved[0]
	if other := ownServer(u, resolved[0]); other != "" && !u.manifest.Server.Set { // an author who states a server has decided
		r.found.ErrorAt(s.Call, "server", "this operation has a server of its own, %s; give an upstream that has it as its server", other)
	}
	return resolved[0]
}

// ownServer returns the server that the document has for an operation, if that is another one than its first, or "".
func ownServer(u *calledUpstream, op *spec.Operation) string {
	servers := u.document.Servers()
	if len(op.Servers) == 0 || len(servers) == 0 || op.Servers[0].URL == servers[0].URL {
		return ""
	}
	return op.Servers[0].URL
}

// findEntry finds an operation by its id, or by its method and path.
func findEntry(entries []spec.Entry, name string) (found spec.Entry, message string) {
	name, byPath := entryName(name)
	var matches []spec.Entry
	var names []string
	for _, e := range entries {
		own := e.ID
		if byPath {
			own = e.Method + " " + e.Path
		}
		if own == "" {
			continue
		}
		names = append(names, own)
		if own == name {
			matches = append(matches, e)
		}
	}
	switch {
	case len(matches) == 1:
		return matches[0], ""
	case len(matches) > 1:
		return found, fmt.Sprintf("%d operations have the operationId %s; name one by its method and path, such as %s %s",
			len(matches), name, matches[0].Method, matches[0].Path)
	case len(names) == 0 && len(entries) > 0:
		return found, fmt.Sprintf("its operations have no operationId; name one by its method and path, such as %s %s", entries[0].Method, entries[0].Path)
	}
	return found, "there is no operation " + name + diag.DidYouMean(name, names)
}

// entryName is the name that steps call an operation by, in the one form of its kind: an id, or method and path.
func entryName(called string) (name string, byPath bool) {
	method, path, byPath := strings.Cut(called, " ")
	if byPath {
		return strings.ToUpper(method) + " " + strings.TrimSpace(path), true
	}
	return called, false
}
