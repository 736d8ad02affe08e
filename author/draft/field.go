package draft

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// The limits of what is made of an answer.
const (
	mostFields = 8  // fields of an object that become outputs
	mostLists  = 2  // lists of objects in an object
	mostItems  = 50 // elements of a list
	envelopes  = 3  // objects around the content of an answer
)

// field is a value of an answer that could become an output.
type field struct {
	access
	words       []string
	schema      *spec.Schema
	description string
	weight      int
}

// fields returns the values of an object that matter most. Needs reports whether a field is needed as the input of another tool.
func (a *answer) fields(x access, safe bool, needs func(words []string) bool) []*field {
	var all []*field
	a.collect(x, safe, nil, needs, 0, &all)
	slices.SortStableFunc(all, func(f, g *field) int { return cmp.Compare(g.weight, f.weight) })
	chosen := all[:min(len(all), mostFields)]
	used := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(chosen), func(f *field) bool {
		name := snake(f.words, longestID)
		twice := used[name] || name == ""
		used[name] = true
		return twice
	})
}

// collect adds the values of an object and of the objects in it.
func (a *answer) collect(x access, safe bool, around []string, needs func([]string) bool, depth int, all *[]*field) {
	for _, f := range x.t.Object.Fields() {
		p := a.shapes.Property(f)
		words := split(f.Name)
		if unreadable(p.Schema) || p.WriteOnly || p.Schema.Deprecated || len(words) == 0 || !readable(f.Name) {
			continue
		}
		inside := x.field(f, safe)
		switch {
		case f.Type.Kind == ir.Object && depth < 2:
			above := append(slices.Clone(around), words...)
			if slices.Contains(wrappers, f.Name) || depth == 0 && len(x.t.Object.Fields()) == 1 {
				above = around
			}
			a.collect(inside, safe, above, needs, depth+1, all)
		case f.Type.Scalar() || f.Type.Kind == ir.List && f.Type.Elem.Scalar():
			weight := a.weight(f) - 15*len(around)
			if len(around) == 0 && needs(words) {
				weight = 95
			}
			if weight > 0 {
				*all = append(*all, &field{inside, append(slices.Clone(around), words...), p.Schema, p.Schema.Description, weight})
			}
		}
	}
}

// broken returns the names of the fields of an object that cannot be read due to a fault of the document.
func (a *answer) broken(x access) []string {
	var names []string
	for _, f := range x.t.Object.Fields() {
		if unreadable(a.shapes.Property(f).Schema) {
			names = append(names, visible(f.Name))
		}
	}
	return names
}

// lists returns the lists of objects in an object and in the objects in it, the required ones first.
func (a *answer) lists(x access) []*field {
	var all []*field
	a.collectLists(x, nil, 0, &all)
	slices.SortStableFunc(all, func(f, g *field) int { return cmp.Compare(g.weight, f.weight) })
	return all[:min(len(all), mostLists)]
}

// collectLists adds the lists of objects in an object and in the objects in it.
func (a *answer) collectLists(x access, around []string, depth int, all *[]*field) {
	for _, f := range x.t.Object.Fields() {
		p, words := a.shapes.Property(f), split(f.Name)
		if unreadable(p.Schema) || p.WriteOnly || p.Schema.Deprecated || len(words) == 0 || !readable(f.Name) || has(words, machines...) {
			continue
		}
		inside := x.field(f, false)
		switch {
		case f.Type.Kind == ir.Object && depth < 2:
			above := append(slices.Clone(around), words...)
			if slices.Contains(wrappers, f.Name) {
				above = around
			}
			a.collectLists(inside, above, depth+1, all)
		case f.Type.Kind == ir.List && !f.Type.Nullable && f.Type.Elem.Kind == ir.Object:
			weight := -len(around)
			if f.Required {
				weight += 3
			}
			if len(a.fields(access{path: "v", t: f.Type.Elem.Plain()}, false, nobody)) > 0 {
				*all = append(*all, &field{inside, append(slices.Clone(around), words...), p.Schema, p.Schema.Description, weight})
			}
		}
	}
}

// nobody is for fields if no other tool can need one.
func nobody([]string) bool { return false }

// readable reports whether an expression can contain the name of a field.
func readable(name string) bool {
	return name == visible(name) && !strings.ContainsAny(name, "`\n\r\t") && !strings.Contains(name, "${")
}

// Words in the names of fields, by how much these matter to users. Other fields matter little.
var (
	nameWords   = words("name title label subject headline login username email slug symbol display fullname")
	statusWords = words("status state result outcome phase condition severity priority stage")
	textWords   = words("description summary text message body content comment note notes reason detail details forecast abstract caption address phone city country location")
	amountWords = words("amount price total balance currency quantity count cost rate fee tax discount number score rating temperature percent percentage size weight distance duration limit value")
	dateWords   = words("date time at on created updated due start end starts ends expires published closed deadline birthday day year")
	humanURLs   = words("html_url permalink web_url public_url hosted_invoice_url receipt_url homepage html_link web_link view_url share_url website")
	machines    = words("etag hash sha checksum signature cursor token secret password key nonce uuid guid gid sid urn arn href self rel links revision fingerprint apiversion typename digest")
)

// weight says how much it matters that an agent sees a field. It is 0 or less for fields that are for programs.
func (a *answer) weight(f *ir.Field) int {
	words, schema := split(f.Name), a.shapes.Property(f).Schema
	name := strings.Join(words, "_")
	if len(words) == 0 {
		return 0
	}
	bonus := 0
	if f.Required {
		bonus = 3
	}
	switch {
	case slices.Contains(humanURLs, name):
		return 35 + bonus
	case slices.Contains(idWords, last(words)), has(words, machines...), has(words, urlWords...), strings.HasSuffix(name, "_url"):
		return 0
	case slices.Contains([]string{"uuid", "uri", "url", "byte", "binary", "password", "uri-template"}, schema.Format), f.Type.Kind == ir.Bytes:
		return 0
	case len(schema.Enum) == 1, name == "kind" && schema.Description == "", name == "object", has(words, "page", "offset", "cursor", "per") && len(words) <= 2, name == "version", name == "limit":
		return 0
	case f.Type.Kind == ir.List:
		return 20 + bonus
	}
	for i, list := range [][]string{nameWords, statusWords, textWords, amountWords, dateWords} {
		if has(words, list...) {
			return 90 - 10*i + bonus - 2*len(words)
		}
	}
	if f.Type.Kind == ir.Bool {
		return 30 + bonus
	}
	return 40 + bonus - len(words)
}
