package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Writes reports whether the operation can change something.
func (op *Operation) Writes() bool { return (&plan.Operation{Method: op.Method}).Writes() }

// parent are the words of what a parameter of the path is in: pet of /pets/{id}.
func (op *Operation) parent(name string) []string {
	before, _, ok := strings.Cut(op.Target.Path, "{"+name+"}")
	segments := strings.Split(strings.Trim(before, "/"), "/")
	if !ok {
		return nil
	}
	for i := len(segments) - 1; i >= 0; i-- {
		if words := split(segments[i]); !isParameter(segments[i]) && len(words) > 0 && !version.MatchString(segments[i]) {
			return withLast(words, singular)
		}
	}
	return nil
}

// finder is the operation that could find what a part of the path stands for: the list or the search of what is above it.
func (op *Operation) finder(p *part) string {
	before, _, ok := strings.Cut(op.Target.Path, "{"+p.key+"}")
	if !ok {
		return ""
	}
	before = strings.TrimRight(before, "/")
	found := ""
	for _, e := range op.Upstream.Document.Operations() {
		switch {
		case e.Method != "GET" && (e.Method != "POST" || !strings.HasSuffix(e.Path, "/search")):
		case e.Path == before || e.Path == before+"/":
			return callOf(e.ID, e.Method, e.Path)
		case e.Path == "/search"+lastOf(before), strings.HasPrefix(e.Path, before+"/") && has(split(e.Path[len(before):]), finds...) && !isParameter(e.Path[len(before):]):
			found = callOf(e.ID, e.Method, e.Path)
		}
	}
	return found
}

// isKey reports whether words name the key of an element of a collection, behind whose path {parameter} stands for it: event_id,
// special_event_id and id do in /special-events/{eventId}.
func isKey(words []string, collection, parameter string) bool {
	whole, noun := split(parameter), withLast(split(lastSegment(collection)), singular)
	bare := whole
	if len(noun) > 0 && len(whole) > 1 && whole[0] == last(noun) {
		bare = whole[1:]
	}
	return slices.Equal(words, whole) || slices.Equal(words, bare) || slices.Equal(words, append(slices.Clone(noun), bare...))
}

// lister is the operation of another tool of the draft that lists what has a key of that name, where one takes it by the key: from there
// an agent can know it. It is nil if there is none.
func (b *basis) lister(key []string) *Operation {
	if len(key) < 2 {
		return nil // an id, of whatever
	}
	for _, one := range b.others {
		collection, parameter, ok := strings.Cut(one.Target.Path, "/{")
		parameter, last := strings.CutSuffix(parameter, "}")
		if ok && last && one.Upstream == b.op.Upstream && one.Method == "GET" && isKey(key, collection, parameter) {
			return b.listOf(collection)
		}
	}
	return nil
}

// listOf is the operation of another tool of the draft that lists what is at a path; nil: none does.
func (b *basis) listOf(collection string) *Operation {
	i := slices.IndexFunc(b.others, func(op *Operation) bool {
		return op.Upstream == b.op.Upstream && op.Method == "GET" && op.Target.Path == collection && op.answersList()
	})
	if i < 0 {
		return nil
	}
	return b.others[i]
}

// finds are words of paths at which something is looked for.
var finds = []string{"search", "find", "query", "lookup", "list", "by"}

func lastOf(path string) string { return path[max(strings.LastIndexByte(path, '/'), 0):] }

// callOf names an operation for people.
func callOf(id, method, path string) string {
	if id == "" {
		id = method + " " + path
	}
	return oneLine(id, 100)
}

// documented is what the document says of the operation.
func (op *Operation) documented() string {
	for _, said := range []string{op.Summary, op.Description} {
		if said = plain(said, mostOfTool); says(said, nil) {
			return said
		}
	}
	return ""
}

// isCredential reports whether a parameter is what the document's security has for the upstream.
func (op *Operation) isCredential(p *part) bool {
	for _, s := range op.Upstream.schemes() {
		if s.Type == "apiKey" && spec.Location(s.In) == p.in && strings.EqualFold(s.Param, p.key) {
			return len(op.Security) > 0
		}
	}
	return false
}
