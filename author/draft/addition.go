package draft

import "slices"

// Addition is an entry that is to be added to a manifest.
type Addition struct {
	In  []string // the keys that lead to its mapping: tools, or upstreams and the name of one
	Key string

	entry entry
}

// Additions returns what has to be added to the manifest beside which the draft was made: config values, tables, upstreams, credentials of upstreams that
// it has, and the tools, which are disabled.
func (d *Draft) Additions() []Addition {
	var all []Addition
	add := func(e entry, in ...string) { all = append(all, Addition{In: in, Key: e.Key, entry: e}) }
	for _, e := range d.configYAML() {
		add(e, "config")
	}
	for _, u := range d.service.Upstreams {
		switch {
		case slices.Contains(d.added, u) && d.needs(u):
			add(d.upstreamYAML(u), "upstreams")
		case len(d.auth[u]) > 0:
			add(d.authYAML(u), "upstreams", u.Name)
		}
	}
	for _, t := range d.tables {
		add(entry{Key: t.id, Value: t.rows}, "tables")
	}
	for _, t := range d.Tools {
		e := t.yaml()
		e.Value = append(mapping{{Key: "disabled", Value: literal("true")}}, e.Value.(mapping)...)
		add(e, "tools")
	}
	return all
}

// Within returns the addition of the mapping in which the entry is to stand, with the entry as its only one.
func (a Addition) Within() Addition {
	last := len(a.In) - 1
	return Addition{In: a.In[:last], Key: a.In[last], entry: entry{Key: a.In[last], Value: block{a.entry}}}
}

// Block returns the entry in lines at an indentation, each of which ends with a line feed.
func (a Addition) Block(indent string) string {
	var w writer
	w.Mapping(mapping{a.entry}, indent)
	return w.String()
}

// Comments returns the comments above the entry, in lines like those of Block.
func (a Addition) Comments(indent string) string {
	var w writer
	w.Comments(indent, a.entry.Comments)
	return w.String()
}

// Flow returns the entry in one line, for use in braces, without comments.
func (a Addition) Flow() string {
	line, _ := uncommented(mapping{a.entry}).Inline(true)
	return line[1 : len(line)-1]
}

// uncommented returns a value without the comments in it.
func uncommented(v value) value {
	switch v := v.(type) {
	case commented:
		return uncommented(v.Value)
	case block:
		return uncommented(mapping(v))
	case mapping:
		plain := mapping{}
		for _, e := range v {
			plain.Add(e.Key, uncommented(e.Value))
		}
		return plain
	case list:
		plain := list{}
		for _, item := range v {
			plain = append(plain, uncommented(item))
		}
		return plain
	}
	return v
}
