package draft

import "slices"

// Addition is an entry that a manifest gets for the tools of a draft beside it.
type Addition struct {
	In  []string // the keys that lead to its mapping: tools, or upstreams and the name of one
	Key string

	entry entry
}

// Additions are what a manifest lacks that a draft was made beside: config values, tables, upstreams and credentials of those that it has,
// and its tools, which are disabled.
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

// Within is the addition with a mapping around it, as the only entry of that: it brings the mapping with it in which it is to stand.
func (a Addition) Within() Addition {
	last := len(a.In) - 1
	return Addition{In: a.In[:last], Key: a.In[last], entry: entry{Key: a.In[last], Value: block{a.entry}}}
}

// Block is the addition in lines, each of which ends with a line feed, at an indentation.
func (a Addition) Block(indent string) string {
	var w writer
	w.Mapping(mapping{a.entry}, indent)
	return w.String()
}

// Comments are those above the addition, in lines as Block has them.
func (a Addition) Comments(indent string) string {
	var w writer
	w.Comments(indent, a.entry.Comments)
	return w.String()
}

// Flow is the addition in one line, as it can stand in braces, without comments.
func (a Addition) Flow() string {
	line, _ := uncommented(mapping{a.entry}).Inline(true)
	return line[1 : len(line)-1]
}

// uncommented is a value without the comments in it.
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
