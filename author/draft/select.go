package draft

import (
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
)

// Select is the selection of operations of a document, as an upstream of a manifest states it.
type Select struct {
	All        bool
	Tags       []string
	Methods    []string // restrict All and Tags; empty for all methods
	Operations []string
	Except     []Exception
}

// Exception is an operation that is excluded, and the reason.
type Exception struct{ Operation, Reason string }

// yaml returns the selection as a manifest states it, or nil if no operation is left that a manifest can name.
func (s *Select) yaml() mapping {
	var m mapping
	if s.All {
		m = yamlout.Map("all", true)
	} else {
		m = yamlout.Map("tags", names(s.Tags))
	}
	if len(m) > 0 {
		m = append(m, yamlout.Map("methods", names(s.Methods))...)
	}
	m = append(m, yamlout.Map("operations", names(s.Operations))...)
	var except list
	for _, e := range s.Except {
		if nameable(e.Operation) {
			except = append(except, commented{Comment: visible(strings.Join(strings.Fields(strings.ToValidUTF8(e.Reason, "")), " ")), Value: text(e.Operation)})
		}
	}
	if len(m) > 0 {
		m = append(m, yamlout.Map("except", except)...)
	}
	return m
}

// names returns those of the texts that a manifest can state.
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
