package draft

import "strings"

// Select is what an author wants of a document, as the upstream of a manifest has it.
type Select struct {
	All        bool
	Tags       []string
	Methods    []string // of All and Tags only those; none: any
	Operations []string
	Except     []Exception
}

// Exception is an operation that is not wanted, and why.
type Exception struct{ Operation, Reason string }

// yaml is the selection as a manifest has it; nothing if no operation is left that a manifest could name.
func (s *Select) yaml() mapping {
	m := mapping{}
	tags, operations := names(s.Tags), names(s.Operations)
	switch {
	case s.All:
		m.Add("all", literal("true"))
	case len(tags) > 0:
		m.Add("tags", tags)
	}
	if methods := names(s.Methods); len(m) > 0 && len(methods) > 0 {
		m.Add("methods", methods)
	}
	if len(operations) > 0 {
		m.Add("operations", operations)
	}
	var except list
	for _, e := range s.Except {
		if nameable(e.Operation) {
			except = append(except, commented{Comment: visible(strings.Join(strings.Fields(strings.ToValidUTF8(e.Reason, "")), " ")), Value: text(e.Operation)})
		}
	}
	if len(m) > 0 && len(except) > 0 {
		m.Add("except", except)
	}
	return m
}

// names are the texts that a manifest can have.
func names(texts []string) list {
	var l list
	for _, t := range texts {
		if nameable(t) {
			l = append(l, text(t))
		}
	}
	return l
}

func nameable(s string) bool {
	return s != "" && s == visible(s) && s == strings.Join(strings.Fields(s), " ")
}
