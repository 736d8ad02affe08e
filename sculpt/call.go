package sculpt

import (
	"fmt"
	"mime"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// resolve finds the operation that a step calls. It reports what is wrong and returns nil if there is none.
func (c *checker) resolve(m *manifest.Step) *operation {
	if !m.Call.Set {
		return nil
	}
	name, rest := splitCall(m.Call.V)
	u, ok := c.upstreams[name]
	if !ok {
		c.errorf(m.Call, "unknown-name", "there is no upstream %q%s", name, known(name, c.upstreamNames()))
		return nil
	}
	u.called = true
	if u.document == nil {
		return nil
	}
	entry, message := findEntry(u.entries, rest)
	if message != "" {
		c.errorf(m.Call, "unknown-operation", "%s: %s", u.plan.Document, message)
		return nil
	}
	resolved := c.resolveEntry(u, entry, m)
	if resolved == nil {
		return nil
	}
	answer, message := answerMedia(resolved, m.Accept.V)
	if message != "" {
		c.errorf(m.Accept, "accept", "%s", message)
		return nil
	}
	key := operationKey{entry, answer, m.Body != nil}
	op, ok := u.operations[key]
	if !ok {
		op = newOperation(u, entry, resolved, answer)
		u.operations[key] = op
		u.order = append(u.order, op)
	}
	return op
}

// resolveEntry resolves an operation once for all steps that call it; nil if it cannot be used.
func (c *checker) resolveEntry(u *upstream, entry spec.Entry, m *manifest.Step) *spec.Operation {
	if resolved, ok := u.resolved[entry]; ok {
		return resolved
	}
	u.resolved[entry] = nil
	resolved, err := u.document.Resolve(entry)
	if err != nil {
		c.specErrors(m.Call, err)
		return nil
	}
	u.resolved[entry] = resolved[0]
	if other := otherServer(u, resolved[0]); other != "" {
		c.errorf(m.Call, "server", "this operation has a server of its own, %s; give an upstream that has it as its server", other)
	}
	return resolved[0]
}

// otherServer returns the server of an operation that is not called at that of its document, or "". An author who
// states a server has decided.
func otherServer(u *upstream, op *spec.Operation) string {
	servers := u.document.Servers()
	if u.manifest.Server.Set || len(op.Servers) == 0 || len(servers) == 0 || op.Servers[0].URL == servers[0].URL {
		return ""
	}
	return op.Servers[0].URL
}

// splitCall splits upstream.operationId and "upstream METHOD /path".
func splitCall(call string) (upstream, rest string) {
	if upstream, rest, ok := strings.Cut(call, " "); ok {
		return upstream, strings.TrimSpace(rest)
	}
	upstream, rest, _ = strings.Cut(call, ".")
	return upstream, rest
}

func (c *checker) upstreamNames() []string {
	var names []string
	for _, u := range c.manifest.Upstreams {
		names = append(names, u.Name.V)
	}
	return names
}

// findEntry finds an operation by its id, or by its method and path.
func findEntry(entries []spec.Entry, name string) (found spec.Entry, message string) {
	method, path, byPath := strings.Cut(name, " ")
	if byPath {
		name = strings.ToUpper(method) + " " + strings.TrimSpace(path)
	}
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

// newOperation makes the plan of an operation that a step calls.
func newOperation(u *upstream, entry spec.Entry, resolved *spec.Operation, answer *spec.Media) *operation {
	op := &operation{entry: entry, resolved: resolved}
	op.plan = &plan.Operation{
		Upstream: u.plan, Name: resolved.ID, ID: u.plan.Name + "." + resolved.ID,
		Method: resolved.Method, Path: resolved.Path, Summary: resolved.Summary,
	}
	if resolved.ID == "" {
		op.plan.Name = strings.ToLower(resolved.Method) + " " + resolved.Path
		op.plan.ID = u.plan.Name + " " + resolved.Method + " " + resolved.Path
	}
	if answer != nil {
		op.plan.Accept = acceptable(answer.Type)
		op.body = shape.New(op.plan.ID).Type(answer.Schema)
	}
	return op
}

// acceptable is the media type to ask for: one that the document leaves open is JSON.
func acceptable(mediaType string) string {
	if isOpen(mediaType) {
		return "application/json"
	}
	return mediaType
}

// answerMedia chooses the media type of the answer: the one that the step accepts, else the first that is JSON, else one
// that can be. nil without a message means that the answer has no JSON.
func answerMedia(op *spec.Operation, accept string) (media *spec.Media, message string) {
	content := successContent(op)
	if accept == "" {
		return jsonMedia(content), ""
	}
	i := slices.IndexFunc(content, func(m *spec.Media) bool { return strings.EqualFold(m.Type, accept) })
	switch {
	case i < 0 && len(content) == 0:
		return nil, "the operation answers nothing that could be read; leave out \"accept\""
	case i < 0:
		return nil, "the operation does not answer " + accept + known(accept, mediaTypes(content))
	case !isJSON(accept):
		return nil, accept + " is no JSON, and answers of other types cannot be read in this release"
	}
	return content[i], ""
}

// jsonMedia returns the first media type that is JSON, else one that the document leaves open, else nil.
func jsonMedia(content []*spec.Media) *spec.Media {
	for _, fits := range []func(string) bool{isJSON, isOpen} {
		if i := slices.IndexFunc(content, func(m *spec.Media) bool { return fits(m.Type) }); i >= 0 {
			return content[i]
		}
	}
	return nil
}

// successContent is what the operation answers when it succeeds: its lowest 2xx answer with content, else that of 2XX,
// else the default answer of an operation that declares no success. A HEAD has no content, whatever is declared.
func successContent(op *spec.Operation) []*spec.Media {
	if op.Method == "HEAD" {
		return nil
	}
	answers := successes(op)
	for _, r := range answers {
		if len(r.Content) > 0 {
			return r.Content
		}
	}
	if i := slices.IndexFunc(op.Responses, func(r *spec.Response) bool { return r.Status == "default" }); i >= 0 && len(answers) == 0 {
		return op.Responses[i].Content
	}
	return nil
}

// successes are the declared answers of a success: exact statuses, then 2XX.
func successes(op *spec.Operation) []*spec.Response {
	return slices.DeleteFunc(slices.Clone(op.Responses), func(r *spec.Response) bool { return r.Status[0] != '2' })
}

// isJSON reports whether a media type is JSON: application/json, or a type with the suffix +json (RFC 6838).
func isJSON(mediaType string) bool {
	t, _, err := mime.ParseMediaType(mediaType)
	return err == nil && (t == "application/json" || t == "text/json" || strings.HasSuffix(t, "+json"))
}

// isOpen reports whether a media type is a range that JSON is in.
func isOpen(mediaType string) bool { return mediaType == "*/*" || mediaType == "application/*" }

// mediaTypes are the names of media types.
func mediaTypes(content []*spec.Media) []string {
	names := make([]string, len(content))
	for i, m := range content {
		names[i] = m.Type
	}
	return names
}

// writes reports whether an operation can change something upstream, by its method (RFC 9110, section 9.2.1).
func writes(method string) bool {
	switch method {
	case "GET", "HEAD", "OPTIONS":
		return false
	}
	return true
}
