package draft

import (
	"slices"
	"strings"
)

// resources are the collections that the operations of a draft are about, and the keys of their elements.
type resources struct {
	gets  map[place][]*Operation // by path: the operations that read there
	keys  map[place][]string     // by the path of a collection: the parameters that follow it in the paths of its elements
	owner map[place]string       // by the name of a key, in place of a path: the collection whose elements have the key
}

// place is a path of an upstream.
type place struct {
	upstream *Upstream
	path     string
}

// newResources returns the resources of operations.
func newResources(operations []*Operation) *resources {
	r := &resources{gets: map[place][]*Operation{}, keys: map[place][]string{}, owner: map[place]string{}}
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

// know records the names of the key of a collection. A name of one word, such as id, could be that of any collection.
func (r *resources) know(u *Upstream, collection, parameter string) {
	for _, name := range keyNames(collection, parameter) {
		at := place{u, strings.Join(name, "_")}
		if _, ok := r.owner[at]; !ok && len(name) > 1 {
			r.owner[at] = collection
		}
	}
}

// takes reports whether words are the name of a key by which an operation takes an element of a collection.
func (r *resources) takes(u *Upstream, collection string, words []string) bool {
	return slices.ContainsFunc(r.keys[place{u, collection}], func(parameter string) bool {
		return slices.ContainsFunc(keyNames(collection, parameter), func(name []string) bool { return slices.Equal(name, words) })
	})
}

// lister returns the operation that lists the collection whose elements have a key, from which an agent can know the key. It is nil if there is none.
func (r *resources) lister(u *Upstream, key []string) *Operation {
	collection, ok := r.owner[place{u, strings.Join(key, "_")}]
	if !ok {
		return nil
	}
	gets := r.gets[place{u, collection}]
	if i := slices.IndexFunc(gets, (*Operation).answersList); i >= 0 {
		return gets[i]
	}
	return nil
}

// keyNames returns the names of the key of a collection, for which a parameter follows its path: event_id, id and special_event_id for
// /special-events/{eventId}.
func keyNames(collection, parameter string) [][]string {
	whole, noun := split(parameter), withLast(split(lastSegment(collection)), singular)
	bare := whole
	if len(noun) > 0 && len(whole) > 1 && whole[0] == last(noun) {
		bare = whole[1:]
	}
	return [][]string{whole, bare, append(slices.Clone(noun), bare...)}
}
