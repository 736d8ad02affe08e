package draft

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shared is what the tools of a draft have in common.
type shared struct {
	present *Present
	config  []*setting
	tables  []*table
}

// setting is a config value, which the operator supplies.
type setting struct {
	id, env, description, note string
	secret                     bool
}

// setting returns the id of a config value, which is added if there is none. A value of the manifest with that id but another environment variable is not
// the same, so the id gets a number.
func (sh *shared) setting(s setting) string {
	for n, wanted := 2, s.id; ; n++ {
		s.env = strings.ToUpper(s.id)
		env, taken := sh.present.Config[s.id]
		if taken && env == s.env || slices.ContainsFunc(sh.config, func(known *setting) bool { return known.id == s.id }) {
			return s.id
		}
		if !taken {
			break
		}
		s.id = fmt.Sprintf("%s_%d", wanted, n)
	}
	sh.config = append(sh.config, &s)
	return s.id
}

// table translates from one spelling to another.
type table struct {
	id   string
	rows mapping
	line string // the rows in one line, for comparison
}

// translation returns the id of the table from the names of the values of an enum to the spelling of the API, or "" if they are the same.
func (sh *shared) translation(values []enumValue, id string, noun []string) string {
	if !respelled(values) {
		return ""
	}
	var rows mapping
	for _, v := range values {
		rows.Add(v.name, text(v.spelled))
	}
	return sh.table(withLast(split(id), plural), noun, rows)
}

// table returns the id of the table with these rows, which is added if there is none.
func (sh *shared) table(words, noun []string, rows mapping) string {
	for _, id := range slices.Sorted(maps.Keys(sh.present.Tables)) {
		if same(rows, sh.present.Tables[id]) {
			return id
		}
	}
	line, _ := rows.Inline(true)
	if i := slices.IndexFunc(sh.tables, func(t *table) bool { return t.line == line }); i >= 0 {
		return sh.tables[i].id
	}
	id := identifierOf(words, "values")
	if sh.hasTable(id) {
		id = identifierOf(append(slices.Clone(noun), words...), "values")
	}
	id = numbered(id, longestID+20, sh.hasTable)
	sh.tables = append(sh.tables, &table{id, rows, line})
	return id
}

// hasTable reports whether the id of a table is taken.
func (sh *shared) hasTable(id string) bool {
	_, present := sh.present.Tables[id]
	return present || slices.ContainsFunc(sh.tables, func(t *table) bool { return t.id == id })
}

// same reports whether a mapping of texts has the entries of a table.
func same(m mapping, rows map[string]string) bool {
	if len(m) != len(rows) {
		return false
	}
	for _, e := range m {
		if have, ok := rows[e.Key]; !ok || text(have) != e.Value {
			return false
		}
	}
	return true
}
