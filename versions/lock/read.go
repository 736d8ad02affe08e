package lock

import (
	"errors"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// maxSize is the size in bytes above which a file is refused unread.
const maxSize = 64 << 20

// Read reads the lock file at a path of a tree as [Parse] does. A file that does not exist is a File with nothing published and
// Missing set.
func Read(files inputs.Tree, path string) (*File, diag.List) {
	data, err := files.Read(path, maxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return &File{Missing: true}, nil
	}
	if err != nil {
		var found diag.List
		found.Errorf(diag.Position{File: path}, 0, "unreadable", "the lock file cannot be read: %v", err)
		return nil, found
	}
	return Parse(path, data)
}

// Parse reads the content of a lock file. Positions call it by file. The sorted list has all errors; if there are any, the File is nil. A version that
// does not fit its hash was edited by hand, which is an error.
func Parse(file string, data []byte) (*File, diag.List) {
	r := new(reader)
	root := r.root(file, data)
	if root == nil {
		return nil, r.found
	}
	f := new(File)
	number := 0
	r.mapping(root, "the lock file", root.at, []field{
		{"lock", true, integer(&number)},
		{"tools", false, r.each("tool", func(name string, e *entry) { f.Tools = append(f.Tools, r.tool(name, e)) })},
	})
	r.unique(f)
	if r.found.Sort(); r.found.HasErrors() {
		return nil, r.found
	}
	return f, nil
}

// reader turns nodes into the types of this package, and collects errors.
type reader struct{ found diag.List }

func (r *reader) errorf(at Mark, rule, format string, args ...any) {
	r.found.Errorf(at.Pos, at.Length, rule, format, args...)
}

// root scans the file. If it has another format than this package knows, that is the only error.
func (r *reader) root(file string, data []byte) *node {
	start := Mark{Pos: diag.Position{File: file, Line: 1, Column: 1}}
	if len(data) > maxSize {
		r.errorf(start, "too-large", "the lock file has more than %d MiB", maxSize>>20)
		return nil
	}
	root, err := scan(file, data)
	switch {
	case err != nil:
		r.errorf(err.at, err.rule, "%s", err.message)
		return nil
	case root == nil:
		r.errorf(start, "empty", "the lock file is empty; restore it, or delete it if nothing was ever published")
		return nil
	}
	for _, e := range root.entries {
		if e.key.text == "lock" && e.value.kind == scalar && e.value.text != strconv.Itoa(format) {
			r.errorf(e.value.at, "format", "the lock file is of format %.20q, and this nactgen knows format %d; use the nactgen that wrote it, or a later one", e.value.text, format)
			return nil
		}
	}
	return root
}

func (r *reader) tool(name string, e *entry) *Tool {
	t := &Tool{Name: name, At: e.key.at}
	var versions *node
	r.mapping(e.value, "the tool "+name, e.key.at, []field{
		{"id", true, text(&t.ID)},
		{"was", false, texts(&t.Was)},
		{"withdrawn", false, boolean(&t.Withdrawn)},
		{"versions", true, func(n *node) bool { versions = n; return n.kind == mapping }},
	})
	t.ID = strings.ToLower(t.ID)
	if versions != nil { // after the ID, which their hashes cover
		r.each("version", func(number string, e *entry) { r.version(t, number, e) })(versions)
	}
	return t
}

func (r *reader) version(t *Tool, number string, e *entry) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > math.MaxInt32 || strconv.Itoa(n) != number {
		r.errorf(e.key.at, "bad-value", "a version must be a whole number from 1")
		return
	}
	before := len(r.found)
	var outputs []nact.Output
	sum, s := "", nact.Signature{ToolID: t.ID, Version: n}
	r.mapping(e.value, "version "+number+" of "+t.Name, e.key.at, []field{
		{"hash", true, checksum(&sum)},
		{"name", true, text(&s.Name)},
		{"description", true, text(&s.Description)},
		{"img", false, text(&s.Img)},
		{"tags", false, texts(&s.Tags)},
		{"inputs", false, r.each("input", func(id string, e *entry) { s.Inputs = append(s.Inputs, r.input(id, e)) })},
		{"outputs", false, r.each("output", func(id string, e *entry) { outputs = append(outputs, r.output(id, e)) })},
	})
	s.Outputs, s.Failures = sigdiff.SplitFailures(outputs)
	v := newVersion(s)
	v.At = e.key.at
	if len(r.found) == before && v.Hash != sum {
		r.errorf(e.key.at, "edited", "version %d of %s was edited: it does not fit its hash, and what is published never changes; "+
			"restore %s, and publish what changed as a new version", n, t.Name, Name)
	}
	if len(t.Versions) > 0 && t.Newest().Number >= n {
		r.errorf(e.key.at, "order", "version %d of %s stands after version %d; the oldest stands first", n, t.Name, t.Newest().Number)
	}
	t.Versions = append(t.Versions, v)
}

func (r *reader) input(id string, e *entry) nact.Input {
	in := nact.Input{ID: id}
	required := true
	r.mapping(e.value, "the input "+id, e.key.at, append(r.limits(&in),
		field{"name", true, text(&in.Name)},
		field{"required", false, boolean(&required)},
		field{"items", false, func(n *node) bool {
			in.Items = new(nact.Input)
			r.mapping(n, "the items of "+id, n.at, r.limits(in.Items))
			spellOut(in.Items)
			return n.kind == mapping
		}},
		field{"min_items", false, integer(&in.MinItems)},
		field{"max_items", false, integer(&in.MaxItems)},
		field{"unique", false, boolean(&in.Unique)},
		field{"default", false, literalOf(&in.Default)},
		field{"examples", false, literals(&in.Examples)},
		field{"description", true, text(&in.Description)},
	))
	// The file leaves out what the protocol has as a default.
	in.Optional = !required || in.Default != nil
	if in.Type == nact.List && (in.Items == nil || in.Items.Type == nact.List) {
		r.errorf(e.key.at, "missing", "the input %s is a list, and the file does not say of what; restore the file", in.ID)
		in.Items = &nact.Input{Type: nact.String}
	}
	spellOut(&in)
	in.Default = valueOf(&in, in.Default)
	for i := range in.Examples {
		in.Examples[i] = valueOf(&in, in.Examples[i])
	}
	return in
}

// limits are the fields of what an input, or an element of a list, may be.
func (r *reader) limits(in *nact.Input) []field {
	return []field{
		{"type", true, text(&in.Type)},
		{"min", false, func(n *node) bool { return bound(in.Type, n, &in.Min, &in.Least) }},
		{"max", false, func(n *node) bool { return bound(in.Type, n, &in.Max, &in.Most) }},
		{"decimals", false, integer(&in.Decimals)},
		{"min_length", false, integer(&in.MinLength)},
		{"max_length", false, integer(&in.MaxLength)},
		{"pattern", false, text(&in.Pattern)},
		{"format", false, text(&in.Format)},
		{"values", false, r.each("value", r.value(&in.AllowedValues))},
	}
}

// spellOut sets the maximum that an input has by its type.
func spellOut(in *nact.Input) {
	switch in.Type {
	case nact.Int:
		in.Max = nact.Limit(in.Maximum())
	case nact.List:
		in.MaxItems = in.MaximumItems()
	}
}

func (r *reader) output(id string, e *entry) nact.Output {
	out := nact.Output{ID: id}
	r.mapping(e.value, "the output "+id, e.key.at, []field{
		{"name", true, text(&out.Name)},
		{"type", true, text(&out.Type)},
		{"description", true, text(&out.Description)},
		{"values", false, r.each("value", r.value(&out.AllowedValues))},
	})
	return out
}

func (r *reader) value(list *[]nact.AllowedValue) func(name string, e *entry) {
	return func(name string, e *entry) {
		v := nact.AllowedValue{Name: name}
		if !text(&v.Description)(e.value) {
			r.errorf(e.value.at, "wrong-kind", "the description of the value %s must be text", name)
		}
		*list = append(*list, v)
	}
}

// unique reports IDs and names that two tools claim, former names included.
func (r *reader) unique(f *File) {
	ids, names := map[string]string{}, map[string]string{}
	for _, t := range f.Tools {
		if other, taken := ids[strings.ToLower(t.ID)]; taken {
			r.errorf(t.At, "duplicate-id", "%s has the ID of %s; an ID is never used twice", t.Name, other)
		}
		ids[strings.ToLower(t.ID)] = t.Name
		for _, name := range slices.Concat([]string{t.Name}, t.Was) {
			if other, taken := names[name]; taken {
				r.errorf(t.At, "duplicate-name", "the name %s is that of %s and of %s, now or formerly", name, other, t.Name)
			}
			names[name] = t.Name
		}
	}
}
