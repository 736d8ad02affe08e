// Package lint warns of what generates and works, and makes tools hard to use for an agent or hides a mistake. A tool whose
// description is its name in words gets "the description says no more than the name".
package lint

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// The bounds beyond which lint warns.
const (
	mostOptionalInputs = 3
	mostCopiedFields   = 12
	longTool           = 600 // characters of a tool's description
	longParameter      = 300 // characters of a parameter's description
)

// Service is a service in which there are no errors: what is wrong may be unused for that reason alone.
type Service struct {
	Manifest  *manifest.Manifest
	Documents document.Set
	Plan      *plan.Plan
	Sequences []*tool.Checked     // what the parts and the tools of Plan do, in its order
	Marked    [][]plan.Expression // by Sequences: the expressions, as the analysis has marked them
	Tools     []*tool.Checked     // the tools of Plan, in its order
	Calls     *operation.Calls
	Reads     reads.Set     // what any expression reads of the configuration and of tables
	Places    value.Sources // where in the manifest a read or a call stands
}

// Check returns all warnings about a service.
func Check(s *Service) diag.List {
	l := &linter{Service: s}
	l.unused()
	l.access()
	shown(s.Manifest.Service.Title, &l.found)
	shown(s.Manifest.Service.Description, &l.found)
	l.secrets()
	l.credentials()
	l.callers()
	l.overlays()
	l.selections()
	l.protections()
	l.failuresAfterWrites()
	l.parts()
	for _, marked := range s.Marked {
		absent(marked, s.Places, &l.found)
		fallbacks(marked, s.Places, &l.found)
	}
	seen := map[*operation.Operation]bool{}
	decoded := (&plan.Plan{Upstreams: s.Plan.Upstreams}).StructFields() // what functions return is no text that could lack a field
	for i, t := range s.Sequences {
		fragileReads(fragileExpressions(t.Plan, s.Marked[i], decoded), t.Plan, s.Places, &l.found)
		bounds(s.Marked[i], s.Places, &l.found)
		checkSteps(t, s.Calls, &l.found)
		for _, step := range t.Manifest.Calls() {
			if op := s.Calls.Of(step); !seen[op] {
				seen[op] = true
				checkOperation(step.Call, op, &l.found)
			}
		}
	}
	for _, t := range s.Tools {
		l.checkTool(t)
		for _, f := range s.Plan.Go.Faces {
			checkName(t.Manifest.Name, f, &l.found)
		}
	}
	return l.found
}

// linter looks at what belongs to no single tool.
type linter struct {
	*Service
	found diag.List
}

// credentials warns of operations that a step calls and that are not sent what their documents ask for, of each requirement of an upstream once, and of
// credentials that are sent where a document asks for others.
func (l *linter) credentials() {
	warned := map[string]bool{}
	once := func(op *operation.Operation, what string) bool {
		key := op.Upstream.Name + " " + what
		before := warned[key]
		warned[key] = true
		return !before
	}
	for _, t := range l.Sequences {
		for _, step := range t.Manifest.Calls() {
			op := l.Calls.Of(step)
			schemes, _ := l.Documents[op.Upstream.Name].SecuritySchemes() // what is wrong with others is an error where auth names one
			asked := security.Describe(op.Spec.Security, schemes)
			switch {
			case security.Free(op.Spec.Security):
				if !warned[op.Upstream.Name] {
					warned[op.Upstream.Name] = l.authorization(op)
				}
			case !security.Met(op.Upstream, op.Spec.Security, schemes) && once(op, asked):
				l.found.WarnAt(l.upstream(op.Upstream.Name).Name, "no-credentials", "%s asks for %s, which the upstream does not send; give it under \"auth\"", op.ID, asked)
			}
			for _, c := range op.Upstream.Auth {
				if s := security.Needless(c, op.Spec.Security, schemes); s != nil && once(op, c.Sent()) {
					l.found.WarnAt(l.upstream(op.Upstream.Name).Name, "needless-credential", "%s is sent the credential in the %s, which its document does not ask for there; name the scheme, as in scheme: %s, and it goes only where it is asked for",
						op.ID, c.Sent(), s.Name)
				}
			}
		}
	}
}

// authorization warns of an operation that demands the header Authorization as a parameter, where the upstream does not send it, and
// reports whether it does.
func (l *linter) authorization(op *operation.Operation) bool {
	p := op.Spec.Authorization
	if p == nil || !p.Required || security.Sends(op.Operation, spec.InHeader, p.Name) {
		return false
	}
	l.found.WarnAt(l.upstream(op.Upstream.Name).Name, "no-credentials", "%s asks for the header %s, as a parameter, which the upstream does not send; give it under \"auth\", as in {type: bearer, token: \"${config.token}\"}",
		op.ID, p.Name)
	return true
}

func (l *linter) upstream(name string) *manifest.Upstream {
	return lists.Find(l.Manifest.Upstreams, func(u *manifest.Upstream) bool { return u.Name.V == name })
}

// selections warns of what the selections of upstreams name and their documents do not have. It is no error: no tool needs it.
func (l *linter) selections() {
	for _, u := range l.Manifest.Upstreams {
		d := l.Documents[u.Name.V]
		if !u.Select.Set || d == nil {
			continue
		}
		_, missing := catalog.Selected(u.Select, catalog.List(catalog.Source{Upstream: u.Name.V, Document: d.Document}))
		for _, m := range missing {
			l.found.WarnAt(m, "select", "this selects nothing of %s: %s", d.Path, m.Message)
		}
	}
}

// checkOperation warns, at a call, of what a document says about an operation and its caller may not know.
func checkOperation(call manifest.Value[string], op *operation.Operation, found *diag.List) {
	if op.Spec.Deprecated {
		found.WarnAt(call, "deprecated", "the document calls %s deprecated", op.ID)
	}
	unusualPath(call, op, found)
	passedOverServer(call, op, found)
	if first, other := differentAnswers(op.Spec); other != "" && op.Answer != nil {
		found.WarnAt(call, "several-answers", "%s answers %s and %s with different schemas; both are read by that of %s", op.ID, first, other, first)
	}
}

// passedOverServer warns of an operation that the document has at a server of its own, where the manifest states another one.
func passedOverServer(call manifest.Value[string], op *operation.Operation, found *diag.List) {
	if op.OwnServer != "" && strings.TrimRight(op.OwnServer, "/") != op.Upstream.Server {
		found.WarnAt(call, "own-server", "the document has %s at a server of its own, %s, and the manifest's server counts, %s; if that is not meant, call it by an upstream of its own that has the other",
			op.ID, op.OwnServer, op.Upstream.Server)
	}
}

// unusualPath warns of a path of the document that is not sent as it stands there.
func unusualPath(call manifest.Value[string], op *operation.Operation, found *diag.List) {
	if strings.Contains(op.Path, "?") {
		found.WarnAt(call, "path-query", "the document has a query in the path %s, which OpenAPI does not provide for; it is sent as the query of %s", op.Path, op.Route)
	}
	if fragment := op.Spec.Target.Fragment; fragment != "" {
		found.WarnAt(call, "path-fragment", "the document has a fragment in the path %s; #%s is left out, since no fragment is ever sent", op.Path, fragment)
	}
}

// differentAnswers returns the statuses of two successes whose JSON has different schemas, or "".
func differentAnswers(op *spec.Operation) (first, other string) {
	var schema *spec.Schema
	for _, r := range operation.Successes(op) {
		media := operation.JSONMedia(r.Content)
		switch {
		case media == nil:
		case schema == nil:
			first, schema = r.Status, media.Schema
		case !alike(media.Schema, schema, map[[2]*spec.Schema]bool{}):
			return first, r.Status
		}
	}
	return "", ""
}

// alike reports whether two schemas are read alike, wherever they stand. Known are the pairs that are being compared.
func alike(a, b *spec.Schema, known map[[2]*spec.Schema]bool) bool {
	pair := [2]*spec.Schema{a, b}
	if a == b || known[pair] {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	known[pair] = true
	return a.Kind == b.Kind && a.Nullable == b.Nullable && a.Format == b.Format && a.Closed == b.Closed && len(a.Faults) == len(b.Faults) && slices.Equal(a.Enum, b.Enum) &&
		alike(a.Items, b.Items, known) && alike(a.Additional, b.Additional, known) &&
		slices.EqualFunc(a.OneOf, b.OneOf, func(a, b *spec.Schema) bool { return alike(a, b, known) }) &&
		len(a.Properties) == len(b.Properties) && !slices.ContainsFunc(a.Properties, func(p *spec.Property) bool {
		other := b.Property(p.Name)
		return other == nil || p.Required != other.Required || !alike(p.Schema, other.Schema, known)
	})
}
