package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/spec"
)

// form has the inputs of a tool.
type form struct {
	basis
	inputs      []*input
	optional    int             // the number of optional inputs
	taken       map[string]bool // ids of inputs
	undescribed []string        // ids of inputs that the document does not describe
}

// sort puts the optional inputs behind the others.
func (f *form) sort() {
	required := func(in *input) bool { return !in.Optional }
	optional := slices.DeleteFunc(slices.Clone(f.inputs), required)
	f.inputs = append(slices.DeleteFunc(f.inputs, func(in *input) bool { return in.Optional }), optional...)
}

// ask makes an input of a part.
func (f *form) ask(p *part) {
	p.use = asked
	s := p.schema
	in := &input{Input: nact.Input{ID: f.inputID(p), Optional: !p.required}}
	p.input = in
	items := s
	if s.Kind == spec.Array {
		items = s.Items
	}
	in.typeOf(s, p.description)
	f.describe(in, p)
	if s.Kind != spec.Array && items.Format != "date-time" {
		in.samples(p)
	}
	if in.Optional {
		f.optional++
	}
	f.inputs = append(f.inputs, in)
	if items.Format == "binary" || items.Format == "byte" {
		f.notes.review("%s is a file, and an agent has text alone: take the file from another step, or leave the tool out", in.ID)
	}
	f.remark(p, in)
}

// askJSON makes an input of a part as JSON, for parts that no other input can express.
func (f *form) askJSON(p *part) error {
	p.use = asked
	in := &input{Input: nact.Input{ID: f.inputID(p), Type: nact.String, Optional: !p.required}}
	p.input, p.json = in, true
	in.Description = period(cut(description(p.description, "The "+strings.Join(p.words, " ")+" that the API takes.", p.words, mostOfField-20), mostOfField-20)) + " As JSON."
	f.inputs = append(f.inputs, in)
	f.notes.review("%s takes JSON, which no user says: write out what a task needs of it", in.ID)
	return nil
}

// inputID returns the id of an input, which no other has: the name of the part, after that of what it is in if the name says too little by itself.
func (f *form) inputID(p *part) string {
	words := p.words
	switch parent := f.op.parent(p.key); {
	case p.in == "" && f.taken[snake(words, longestID)] &&
		slices.ContainsFunc(f.op.Parameters, func(p *spec.Parameter) bool { return p.In == spec.InPath && slices.Equal(split(p.Name), words) }):
		words = append([]string{"new"}, words...)
	case p.in == spec.InPath && len(words) == 1 && len(parent) > 0 && has(words, "id", "name", "key", "slug", "number", "code", "uuid", "sid", "identifier", "ref"):
		words = append(slices.Clone(parent), words...)
	case len(p.around) > 0 && !slices.Equal(p.around, []string{"content"}) && (len(words) == 1 && has(words, "id", "name", "type", "value", "key", "code", "number", "date", "url") || f.taken[snake(words, longestID)]):
		words = append(slices.Clone(p.around), words...)
	}
	return unique(identifierOf(words, "text"), longestID, f.taken)
}

// describe sets the description of an input.
func (f *form) describe(in *input, p *part) {
	name := split(in.ID)
	instead := "The " + strings.Join(name, " ") + " of the " + f.name.noun() + "."
	switch {
	case p.in == spec.InPath && has(p.words[len(p.words)-1:], idWords...):
		instead = "Which " + strings.Join(firstOf(f.op.parent(p.key), name), " ") + " is meant, by its id."
	case p.in == spec.InPath:
		instead = "Which " + strings.Join(name, " ") + " is meant, as the API spells it."
	case p.in == spec.InQuery && in.Type == nact.Boolean:
		instead = "Whether " + strings.Join(name, " ") + " holds for what is meant."
	case p.in == spec.InQuery:
		instead = "The " + strings.Join(name, " ") + " of what is looked for."
	}
	if strings.Contains(f.name.noun(), strings.Join(name, " ")) && p.in == "" {
		instead = "The " + strings.Join(name, " ") + " that the API takes."
	}
	suffix := ""
	if p.schema.Kind == spec.Integer && len(p.schema.Enum) > 0 {
		suffix = " One of " + numbers(p.schema.Enum) + "."
	}
	in.Description = description(p.description, instead, name, mostOfField-len(suffix))
	if in.Description == instead {
		f.undescribed = append(f.undescribed, in.ID)
	}
	in.Description += suffix
}

// remark adds notes on an input for the author to review.
func (f *form) remark(p *part, in *input) {
	switch r := f.op.role(p.words, p.schema, p.in); {
	case p.lister != nil:
		f.notes.review("%s is an id: an agent has it from %s", in.ID, callOf(p.lister.ID, p.lister.Method, p.lister.Path))
	case r == identifier:
		if finder := f.op.finder(p); finder != "" {
			f.notes.review("%s is an id: an agent has it from %s; better find it by a name, in a step of its own", in.ID, finder)
		} else {
			f.notes.review("%s is an id, which a user does not know: say where an agent has it from", in.ID)
		}
	case r == location:
		f.notes.review("%s is a URL, which programs exchange: make it a constant or config if it is always the same", in.ID)
	case r != semantic:
		f.notes.review("%s is programmatic (%s), and required: make it a constant or config", in.ID, reasons[r])
	}
	if in.Format == "date-time" {
		f.notes.review("%s is a timestamp, with its offset: ask for a date, or for a time in a zone, if that is what users say", in.ID)
	}
}

// firstOf returns the first of two lists of words that is not empty.
func firstOf(a, b []string) []string {
	if len(a) > 0 {
		return a
	}
	return b
}

func numbers(values []any) string {
	var texts []string
	for _, v := range values[:min(len(values), 12)] {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, ", ")
}
