package demand_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestHeads: what reads steps.peek.body decides how much of its lists is decoded. Readers are values of outputs, or "name = value" for a
// var; $ is the list of slots.
func TestHeads(t *testing.T) {
	for name, c := range map[string]struct {
		readers []string
		want    string // of each list that is read: its name and how many elements; * is all
	}{
		"[0]":               {[]string{"$[0].free"}, "slots:1"},
		"[2]":               {[]string{"$[2].free"}, "slots:3"},
		"[?2]":              {[]string{"$[?2].hasValue()"}, "slots:3"},
		"first":             {[]string{"$.first().hasValue()"}, "slots:1"},
		"size() > 0":        {[]string{"$.size() > 0"}, "slots:1"},
		"size() > 3":        {[]string{"$.size() > 3"}, "slots:4"},
		"2 <= size()":       {[]string{"2 <= $.size()"}, "slots:2"},
		"two readers":       {[]string{"$[0].free", "$[2].free", "$[1].free"}, "slots:3"},
		"a list in it":      {[]string{"$[0].?tags[?1].hasValue()"}, "slots:1 tags:2"},
		"of each":           {[]string{"$.exists(s, s.?tags[?0].hasValue())"}, "slots:* tags:1"},
		"orValue":           {[]string{"$[0].?tags.orValue([]).size() > 1"}, "slots:1 tags:2"},
		"a var":             {[]string{"them = $", "vars.them[1].free"}, "slots:2"},
		"a var of another":  {[]string{"them = $", "same = vars.them", "vars.same[1].free"}, "slots:2"},
		"a var, or nothing": {[]string{"them = $[0].?tags.orValue([])", "vars.them[?0].hasValue()"}, "slots:1 tags:1"},
		"cel.bind":          {[]string{"cel.bind(l, $, l[0].free || l[1].free)"}, "slots:2"},
		"of null":           {[]string{"steps.peek.body.?rooms[?1].hasValue()"}, "rooms:2"},
		"optional":          {[]string{"$[0].?tags.optMap(l, l.size() > 2).orValue(false)"}, "slots:1 tags:3"},

		"the list":                 {[]string{"$ == $"}, "slots:* tags:*"},
		"its size":                 {[]string{"$.size() == $[0].cost"}, "slots:*"},
		"size() >= 0":              {[]string{"$.size() >= 0"}, "slots:*"},
		"last":                     {[]string{"$.last().hasValue()"}, "slots:*"},
		"an index that is none":    {[]string{"$[int(inputs.doctor)].free"}, "slots:*"},
		"the largest index":        {[]string{"$[0].free", "$[9223372036854775807].free"}, "slots:*"},
		"exists":                   {[]string{"$.exists(s, s.free)"}, "slots:*"},
		"filter":                   {[]string{"$.filter(s, s.free)[0].free"}, "slots:*"},
		"one of several":           {[]string{"$[0].free", "$.all(s, s.free)"}, "slots:*"},
		"a var that is read whole": {[]string{"them = $", "vars.them[1].free", "vars.them.all(s, s.free)"}, "slots:*"},
		"bound, read whole":        {[]string{"cel.bind(l, $, l[0].free || l.all(s, s.free))"}, "slots:*"},
		"whether it is there":      {[]string{"$[0].?tags.hasValue()"}, "slots:1 tags:*"},
		"all of its object":        {[]string{"dyn($[0]) == dyn(1)"}, "slots:1 tags:*"},
	} {
		t.Run(name, func(t *testing.T) {
			checked := check(t, c.readers, "steps.peek.body.slots")
			counts := map[string]string{}
			for _, s := range checked.Upstreams[0].Structs() {
				for _, f := range s.Fields {
					switch {
					case s.Operations[0].Name != "peekSlots" || f.Type().Kind != ir.List:
					case f.Head > 0:
						counts[f.Name()] = fmt.Sprint(f.Head)
					default:
						counts[f.Name()] = "*"
					}
				}
			}
			var got []string
			for _, list := range slices.Sorted(maps.Keys(counts)) {
				got = append(got, list+":"+counts[list])
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("%v: %s, want %s", c.readers, text, c.want)
			}
		})
	}
}
