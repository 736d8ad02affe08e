package draft

import (
	"slices"
	"strings"
)

// shared is what the tools of a draft have in common.
type shared struct {
	config []*setting
	tables []*table
}

// setting is a value that the operator supplies.
type setting struct {
	id, env, description, note string
	secret                     bool
}

// setting returns the id of a config value, which is added unless it is there.
func (sh *shared) setting(s setting) string {
	for _, known := range sh.config {
		if known.id == s.id {
			return s.id
		}
	}
	s.env = strings.ToUpper(s.id)
	sh.config = append(sh.config, &s)
	return s.id
}

// table is a look-up from one spelling to another.
type table struct {
	id   string
	rows mapping
}

// translation returns the id of the table from the values of an enum to the spelling of the API; "" if they are the same.
func (sh *shared) translation(values []enumValue, id string, noun []string) string {
	if !slices.ContainsFunc(values, func(v enumValue) bool { return v.name != v.spelled }) {
		return ""
	}
	var rows mapping
	for _, v := range values {
		rows.add(v.name, text(v.spelled))
	}
	return sh.table(withLast(split(id), plural), noun, rows)
}

// table returns the id of the table with these rows, which is added unless it is there.
func (sh *shared) table(words, noun []string, rows mapping) string {
	line, _ := rows.inline(true)
	used := map[string]bool{}
	for _, known := range sh.tables {
		if other, _ := known.rows.inline(true); other == line {
			return known.id
		}
		used[known.id] = true
	}
	id := identifierOf(words, "values")
	if used[id] {
		id = identifierOf(append(slices.Clone(noun), words...), "values")
	}
	id = unique(id, longestID+20, used)
	sh.tables = append(sh.tables, &table{id, rows})
	return id
}
