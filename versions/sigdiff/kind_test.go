package sigdiff_test

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// kind is one kind of change. Before and after put into a signature what the kind needs, so that all kinds fit into one
// signature without touching each other.
type kind struct {
	name          string
	before, after func(*nact.Signature)
	forth, back   string // rules that apply to the change and to its reverse
}

// kinds is the catalogue of changes: every member of a signature, in every way that makes a difference.
func kinds() []kind {
	return slices.Concat(toolKinds(), inputKinds(), outputKinds())
}

func toolKinds() []kind {
	set := func(name, rule string, change func(s *nact.Signature, v string), before, after string) kind {
		return kind{name, func(s *nact.Signature) { change(s, before) }, func(s *nact.Signature) { change(s, after) }, rule, rule}
	}
	tags := func(s *nact.Signature, v string) { s.Tags = append(s.Tags, strings.Fields(v)...) }
	return []kind{
		set("tool: another ID", "tool-id", func(s *nact.Signature, v string) { s.ToolID = v },
			"0479a45d-ad0a-49d4-94db-75edf00d2ca4", "6f1c2f2e-3a55-4b0c-9a43-0a4d6d7c1b11"),
		set("tool: another name", "tool-name", func(s *nact.Signature, v string) { s.Name = v }, "lookup_weather", "lookup_forecast"),
		set("tool: another description", "description", func(s *nact.Signature, v string) { s.Description = v }, "A tool.", "A good tool."),
		set("tool: picture added", "img", func(s *nact.Signature, v string) { s.Img = v }, "", "https://example.com/sun.png"),
		set("tool: tag added", "tags", tags, "", "new"),
		set("tool: tags in another order", "tags", tags, "left right", "right left"),
	}
}

// inputKind is a kind that changes one input, whose name and ID come from the kind's name.
func inputKind(name string, before, after nact.Input, forth, back string) kind {
	id := strings.NewReplacer(" ", "_", ",", "").Replace(name)
	put := func(in nact.Input) func(*nact.Signature) {
		if in.ID == "" {
			in.ID = id
		}
		if in.Name == "" {
			in.Name = id
		}
		in.Type = cmp.Or(in.Type, nact.String)
		return func(s *nact.Signature) { s.Inputs = append(s.Inputs, in) }
	}
	return kind{"input: " + name, put(before), put(after), forth, back}
}

func inputKinds() []kind {
	enum := func(names ...string) nact.Input {
		return nact.Input{Type: nact.Enum, AllowedValues: values(names...)}
	}
	text := nact.Input{Type: nact.String}
	optional := nact.Input{Type: nact.String, Optional: true}
	number := nact.Input{Type: nact.Int}
	preset := func(v any) nact.Input { return nact.Input{Type: nact.Int, Optional: true, Default: v} }
	bounds := func(low, high *int64) nact.Input { return nact.Input{Type: nact.Int, Min: low, Max: high} }
	length := func(n int) nact.Input { return nact.Input{Type: nact.String, MaxLength: n} }
	format := func(f string) nact.Input { return nact.Input{Type: nact.String, Format: f} }
	examples := func(list ...any) nact.Input { return nact.Input{Type: nact.String, Examples: list} }
	real := func(least, most *float64, decimals int) nact.Input {
		return nact.Input{Type: nact.Number, Least: least, Most: most, Decimals: decimals}
	}
	listOf := func(items nact.Input) nact.Input { return nact.Input{Type: nact.List, Items: &items} }
	sized := func(least, most int) nact.Input {
		return nact.Input{Type: nact.List, Items: &text, MinItems: least, MaxItems: most}
	}
	return []kind{
		addedInput("added, optional", nact.Input{Optional: true}, "input-added"),
		addedInput("added, with a default", nact.Input{Default: "x"}, "input-added"),
		addedInput("added, required", nact.Input{}, "input-added-required"),
		inputKind("another ID", nact.Input{ID: "one"}, nact.Input{ID: "two"}, "input-id", "input-id"),
		inputKind("another name", nact.Input{Name: "One"}, nact.Input{Name: "Two"}, "input-name", "input-name"),
		inputKind("string to int", text, number, "input-type", "input-type"),
		inputKind("string to boolean", text, nact.Input{Type: nact.Boolean}, "input-type", "input-type"),
		inputKind("string to enum", text, enum("A"), "input-type", "input-type"),
		inputKind("int to boolean", number, nact.Input{Type: nact.Boolean}, "input-type", "input-type"),
		inputKind("int to enum", number, enum("A"), "input-type", "input-type"),
		inputKind("boolean to enum", nact.Input{Type: nact.Boolean}, enum("A"), "input-type", "input-type"),
		inputKind("optional to required", optional, text, "input-required", "input-optional"),
		inputKind("default to required", preset(int64(1)), number, "input-required", "input-optional input-default-added"),
		inputKind("first minimum", bounds(nil, nil), bounds(at(1), nil), "input-tighter", "input-looser"),
		inputKind("higher minimum", bounds(at(1), nil), bounds(at(2), nil), "input-tighter", "input-looser"),
		inputKind("first maximum, below 65535", bounds(nil, nil), bounds(nil, at(100)), "input-tighter", "input-looser"),
		inputKind("first maximum, above 65535", bounds(nil, nil), bounds(nil, at(70000)), "input-looser", "input-tighter"),
		inputKind("lower maximum", bounds(nil, at(100)), bounds(nil, at(50)), "input-tighter", "input-looser"),
		inputKind("both bounds moved up", bounds(at(0), at(9)), bounds(at(1), at(10)), "input-tighter input-looser", "input-looser input-tighter"),
		inputKind("first maximum length", length(0), length(9), "input-tighter", "input-looser"),
		inputKind("lower maximum length", length(9), length(8), "input-tighter", "input-looser"),
		inputKind("first format", format(""), format("date"), "input-tighter", "input-looser"),
		inputKind("another format", format("date"), format("uuid"), "input-tighter", "input-tighter"),
		inputKind("allowed value added", enum("A"), enum("A", "B"), "input-value-added", "input-value-removed"),
		inputKind("allowed value renamed", enum("A"), enum("B"), "input-value-added input-value-removed", "input-value-added input-value-removed"),
		inputKind("allowed values in another order", enum("A", "B"), enum("B", "A"), "input-text", "input-text"),
		inputKind("allowed value described in another way", enum("A"), nact.Input{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "A", Description: "Other."}}}, "input-text", "input-text"),
		inputKind("first default of an optional one", nact.Input{Type: nact.Int, Optional: true}, preset(int64(1)), "input-default", "input-default"),
		inputKind("another default", preset(int64(1)), preset(int64(2)), "input-default", "input-default"),
		inputKind("another description", text, nact.Input{Type: nact.String, Description: "Other."}, "input-text", "input-text"),
		inputKind("example added", text, examples("a"), "input-text", "input-text"),
		inputKind("another example", examples("a"), examples("b"), "input-text", "input-text"),
		inputKind("first minimum length", text, nact.Input{MinLength: 1}, "input-tighter", "input-looser"),
		inputKind("first pattern", text, nact.Input{Pattern: "^a"}, "input-tighter", "input-looser"),
		inputKind("another pattern", nact.Input{Pattern: "^b"}, nact.Input{Pattern: "^a"}, "input-tighter", "input-tighter"),
		inputKind("int to number", number, real(nil, nil, 0), "input-type", "input-type"),
		inputKind("string to number", text, real(nil, nil, 0), "input-type", "input-type"),
		inputKind("first minimum of a number", real(nil, nil, 0), real(nact.Bound(0.5), nil, 0), "input-tighter", "input-looser"),
		inputKind("lower maximum of a number", real(nil, nact.Bound(2.5), 0), real(nil, nact.Bound(2.25), 0), "input-tighter", "input-looser"),
		inputKind("first limit of decimals", real(nil, nil, 0), real(nil, nil, 2), "input-tighter", "input-looser"),
		inputKind("fewer decimals", real(nil, nil, 3), real(nil, nil, 2), "input-tighter", "input-looser"),
		inputKind("another default of a number", nact.Input{Type: nact.Number, Optional: true, Default: 1.5}, nact.Input{Type: nact.Number, Optional: true, Default: 2.0}, "input-default", "input-default"),
		inputKind("string to list", text, listOf(text), "input-type", "input-type"),
		inputKind("elements of another type", listOf(text), listOf(number), "input-type", "input-type"),
		inputKind("first maximum of elements, below 100", listOf(text), sized(0, 5), "input-tighter", "input-looser"),
		inputKind("first maximum of elements, above 100", listOf(text), sized(0, 101), "input-looser", "input-tighter"),
		inputKind("first minimum of elements", listOf(text), sized(1, 0), "input-tighter", "input-looser"),
		inputKind("elements all different", listOf(text), nact.Input{Type: nact.List, Items: &text, Unique: true}, "input-tighter", "input-looser"),
		inputKind("shorter elements", listOf(length(9)), listOf(length(8)), "input-tighter", "input-looser"),
		inputKind("allowed element added", listOf(enum("A")), listOf(enum("A", "B")), "input-value-added", "input-value-removed"),
		inputKind("another default of a list", nact.Input{Type: nact.List, Items: &text, Optional: true, Default: []any{"a"}}, nact.Input{Type: nact.List, Items: &text, Optional: true, Default: []any{"a", "b"}}, "input-default", "input-default"),
		inputKind("another example of a list", nact.Input{Type: nact.List, Items: &text, Examples: []any{[]any{"a"}}}, nact.Input{Type: nact.List, Items: &text, Examples: []any{[]any{}}}, "input-text", "input-text"),
		{
			"input: two in another order",
			func(s *nact.Signature) { s.Inputs = append(s.Inputs, named("left"), named("right")) },
			func(s *nact.Signature) { s.Inputs = append(s.Inputs, named("right"), named("left")) },
			"input-order", "input-order",
		},
	}
}

func addedInput(name string, in nact.Input, rule string) kind {
	k := inputKind(name, nact.Input{}, in, rule, "input-removed")
	k.before = func(*nact.Signature) {}
	return k
}

func outputKind(name string, before, after nact.Output, forth, back string) kind {
	id := strings.ReplaceAll(name, " ", "_")
	put := func(out nact.Output) func(*nact.Signature) {
		if out.ID == "" {
			out.ID = id
		}
		if out.Name == "" {
			out.Name = id
		}
		out.Type = cmp.Or(out.Type, nact.String)
		return func(s *nact.Signature) { s.Outputs = append(s.Outputs, out) }
	}
	return kind{"output: " + name, put(before), put(after), forth, back}
}

func outputKinds() []kind {
	enum := func(names ...string) nact.Output {
		return nact.Output{Type: nact.Enum, AllowedValues: values(names...)}
	}
	text := nact.Output{Type: nact.String}
	nothing := func(*nact.Signature) {}
	put := func(list ...nact.Output) func(*nact.Signature) {
		return func(s *nact.Signature) { s.Outputs = append(s.Outputs, list...) }
	}
	left, right := nact.Output{ID: "left", Name: "left", Type: nact.String}, nact.Output{ID: "right", Name: "right", Type: nact.String}
	return []kind{
		{"output: added", nothing, put(nact.Output{ID: "added", Name: "added", Type: nact.String}), "output-added", "output-removed"},
		outputKind("another ID", nact.Output{ID: "one"}, nact.Output{ID: "two"}, "output-id", "output-id"),
		outputKind("another name", nact.Output{Name: "One"}, nact.Output{Name: "Two"}, "output-name", "output-name"),
		outputKind("string to int", text, nact.Output{Type: nact.Int}, "output-type", "output-type"),
		outputKind("string to json", text, nact.Output{Type: nact.JSON}, "output-type", "output-type"),
		outputKind("string to enum", text, enum("A"), "output-type", "output-type"),
		outputKind("string to number", text, nact.Output{Type: nact.Number}, "output-type", "output-type"),
		outputKind("int to number", nact.Output{Type: nact.Int}, nact.Output{Type: nact.Number}, "output-type", "output-type"),
		outputKind("int to boolean", nact.Output{Type: nact.Int}, nact.Output{Type: nact.Boolean}, "output-type", "output-type"),
		outputKind("value added", enum("A"), enum("A", "B"), "output-value-added", "output-value-removed"),
		outputKind("value renamed", enum("A"), enum("B"), "output-value-added output-value-removed", "output-value-added output-value-removed"),
		outputKind("values in another order", enum("A", "B"), enum("B", "A"), "output-text", "output-text"),
		outputKind("value described in another way", enum("A"), nact.Output{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "A", Description: "Other."}}}, "output-text", "output-text"),
		outputKind("another description", text, nact.Output{Type: nact.String, Description: "Other."}, "output-text", "output-text"),
		{"output: two in another order", put(left, right), put(right, left), "output-order", "output-order"},
		{"output: first failures declared", nothing, func(s *nact.Signature) { s.Failures = values("GONE") }, "output-added", "output-removed"},
	}
}

func values(names ...string) []nact.AllowedValue {
	var list []nact.AllowedValue
	for _, name := range names {
		list = append(list, nact.AllowedValue{Name: name, Description: "This is " + name + "."})
	}
	return list
}

func named(name string) nact.Input { return nact.Input{ID: name, Name: name, Type: nact.String} }

func at(n int64) *int64 { return &n }

// step is a kind in one direction.
type step struct {
	kind     int // position in the catalogue
	backward bool
}

// steps returns every kind in both directions.
func steps(catalogue []kind) []step {
	var all []step
	for i := range catalogue {
		all = append(all, step{i, false}, step{i, true})
	}
	return all
}

// name says what the step does.
func (s step) name(catalogue []kind) string {
	if s.backward {
		return catalogue[s.kind].name + ", reversed"
	}
	return catalogue[s.kind].name
}

// rules returns the rules that apply to the step, sorted.
func (s step) rules(catalogue []kind) []string {
	rules := catalogue[s.kind].forth
	if s.backward {
		rules = catalogue[s.kind].back
	}
	return slices.Sorted(slices.Values(strings.Fields(rules)))
}

// versions returns versions 1 and 2 of a signature with everything that the catalogue needs. Between the two, the steps happen.
func versions(catalogue []kind, happening ...step) (older, newer nact.Signature) {
	older.Version, newer.Version = 1, 2
	for i, k := range catalogue {
		first, second := k.before, k.before
		for _, s := range happening {
			switch {
			case s.kind == i && s.backward:
				first = k.after
			case s.kind == i:
				second = k.after
			}
		}
		first(&older)
		second(&newer)
	}
	return older, newer
}
