package draft

import (
	"slices"
	"strings"
)

// resources are the collections that the operations of a draft are about, and by what their elements are known.
type resources struct {
	gets  map[place][]*Operation // that read what is at a path
	keys  map[place][]string     // of a collection, the parameters that stand behind its path for an element
	known map[place]string       // of an upstream, with what a key is called as the path: the collection
}

// place is a path of an upstream.
type place struct {
	upstream *Upstream
	path     string
}

// newResources finds the resources of operations.
func newResources(operations []*Operation) *resources {
	r := &resources{gets: map[place][]*Operation{}, keys: map[place][]string{}, known: map[place]string{}}
	for _, op := range operations {
		r.add(op)
	}
	return r
}

func (r *resources) add(op *Operation) {
	path := op.Target.Path
	if op.Method == "GET" {
		at := place{op.Upstream, path}
		r.gets[at] = append(r.gets[at], op)
	}
	for at := range len(path) {
		behind, ok := strings.CutPrefix(path[at:], "/{")
		if !ok {
			continue
		}
		collection := path[:at]
		parameter, rest, _ := strings.Cut(behind, "}")
		if in := (place{op.Upstream, collection}); !slices.Contains(r.keys[in], parameter) {
			r.keys[in] = append(r.keys[in], parameter)
		}
		if op.Method == "GET" && rest == "" {
			r.know(op.Upstream, collection, parameter)
		}
	}
}

// know notes what a key is called by which an element of a collection is read. A name of one word is that of any key.
func (r *resources) know(u *Upstream, collection, parameter string) {
	for _, name := range keyNames(collection, parameter) {
		at := place{u, strings.Join(name, "_")}
		if _, ok := r.known[at]; !ok && len(name) > 1 {
			r.known[at] = collection
		}
	}
}

// takes reports whether an operation takes what words name as the key of an element of a collection.
func (r *resources) takes(u *Upstream, collection string, words []string) bool {
	return slices.ContainsFunc(r.keys[place{u, collection}], func(parameter string) bool {
		return slices.ContainsFunc(keyNames(collection, parameter), func(name []string) bool { return slices.Equal(name, words) })
	})
}

// lister is the operation that lists what has a key of that name, where one takes it by the key: from there an agent can know it. It is
// nil if there is none.
func (r *resources) lister(u *Upstream, key []string) *Operation {
	collection, ok := r.known[place{u, strings.Join(key, "_")}]
	if !ok {
		return nil
	}
	gets := r.gets[place{u, collection}]
	if i := slices.IndexFunc(gets, (*Operation).answersList); i >= 0 {
		return gets[i]
	}
	return nil
}

// keyNames are what the key of an element of a collection is called, behind whose path {parameter} stands for it: event_id, id and
// special_event_id in /special-events/{eventId}.
func keyNames(collection, parameter string) [][]string {
	whole, noun := split(parameter), withLast(split(lastSegment(collection)), singular)
	bare := whole
	if len(noun) > 0 && len(whole) > 1 && whole[0] == last(noun) {
		bare = whole[1:]
	}
	return [][]string{whole, bare, append(slices.Clone(noun), bare...)}
}
