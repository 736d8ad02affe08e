package spec

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/inputs"
)

// file is one file of a document. What is parsed of it is kept, so that two
// references to one place yield one node.
type file struct {
	name     string        // as positions show it
	sum      func() string // the checksum of the file as it was read, computed once
	data     []byte        // in UTF-8
	root     cursor
	newlines []int32 // offsets, found when first asked for
	members  map[string]map[string]member
	nodes    map[string]*node
	left     *budget // of nodes, shared by the files of a document
	patches  *file   // of an overlay, the file that it changes; otherwise nil
}

func newFile(name string, data []byte, left *budget) (*file, error) {
	if len(data) > maxFileSize {
		return nil, errorAt(Position{File: name}, "the file is larger than %d MiB", maxFileSize>>20)
	}
	text, err := decoded(name, data)
	if err != nil {
		return nil, err
	}
	f := &file{
		name: name, sum: sync.OnceValue(func() string { return checksum(data) }), data: text, left: left,
		members: map[string]map[string]member{}, nodes: map[string]*node{},
	}
	if at := inputs.ConflictMarker(text); at >= 0 {
		return nil, errorAt(f.position(f.markOf(at)), "here begins or ends what git could not merge; choose one version, and delete the lines with <<<<<<<, ======= and >>>>>>>")
	}
	if isJSON(text) {
		f.root, err = newJSONCursor(f)
	} else {
		f.root, err = newYAMLCursor(f)
	}
	return f, err
}

// scope returns the file whose references and components the values of f name: what an overlay puts into a document is part of it.
func (f *file) scope() *file {
	if f.patches != nil {
		return f.patches
	}
	return f
}

func (f *file) position(m mark) Position {
	return Position{File: f.name, Line: int(m.line), Column: int(m.column)}
}

// markOf turns an offset into a line and a column.
func (f *file) markOf(offset int) mark {
	starts := f.lineEnds()
	line := sort.Search(len(starts), func(i int) bool { return int(starts[i]) >= offset })
	begin := 0
	if line > 0 {
		begin = int(starts[line-1]) + 1
	}
	return mark{line: int32(line + 1), column: int32(offset - begin + 1)}
}

func (f *file) lineEnds() []int32 {
	if f.newlines == nil {
		f.newlines = make([]int32, 0, bytes.Count(f.data, []byte{'\n'})+1)
		for at := 0; ; at++ {
			next := bytes.IndexByte(f.data[at:], '\n')
			if next < 0 {
				break
			}
			at += next
			f.newlines = append(f.newlines, int32(at))
		}
		f.newlines = append(f.newlines, int32(len(f.data)))
	}
	return f.newlines
}

// markOfRune turns a line and a column counted in characters, as the YAML
// parser has them, into one counted in bytes.
func (f *file) markOfRune(line, column int) mark {
	m := mark{line: int32(line), column: int32(column)}
	ends := f.lineEnds()
	if line < 1 || line > len(ends) {
		return m
	}
	begin := 0
	if line > 1 {
		begin = int(ends[line-2]) + 1
	}
	text := f.data[begin:ends[line-1]]
	bytesBefore := 0
	for range column - 1 {
		_, size := utf8.DecodeRune(text[bytesBefore:])
		bytesBefore += max(size, 1)
		if bytesBefore >= len(text) {
			break
		}
	}
	m.column = int32(bytesBefore + 1)
	return m
}

// find returns the cursor that the tokens of a JSON pointer lead to, or nil.
func (f *file) find(tokens []string) (cursor, error) {
	at := f.root
	for i, token := range tokens {
		var err error
		switch at.container() {
		case mapNode:
			at, err = f.member(at, pointer(tokens[:i]), token)
		case listNode:
			at, err = element(at, token)
		default:
			at = nil
		}
		if at == nil || err != nil {
			return nil, err
		}
	}
	return at, nil
}

// member is the value of a map under a name.
type member struct {
	value cursor
	again cursor // another value of that name, or nil
}

// member looks name up in the map c, which stands at the pointer path. The
// members of a map are found once.
func (f *file) member(c cursor, path, name string) (cursor, error) {
	known, ok := f.members[path]
	if !ok {
		known = map[string]member{}
		err := c.members(func(name string, value cursor) error {
			if first, twice := known[name]; twice {
				known[name] = member{first.value, value}
			} else {
				known[name] = member{value: value}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		f.members[path] = known
	}
	found := known[name]
	if found.again != nil {
		if both := twice(name, f.load(found.value), f.load(found.again)); both.kind == faultNode {
			return nil, both.fault
		}
	}
	return found.value, nil
}

// twice returns the value of a name that a map has twice, which must have the
// same value both times.
func twice(name string, first, second *node) *node {
	if first.same(second) {
		return first
	}
	return second.file.fault(second.at, "duplicate key %q, with another value at line %d", name, first.at.line)
}

func element(c cursor, token string) (cursor, error) {
	want, err := strconv.Atoi(token)
	if err != nil || want < 0 {
		return nil, nil
	}
	var found cursor
	i := 0
	err = c.elements(func(value cursor) error {
		if i == want {
			found = value
		}
		i++
		return nil
	})
	return found, err
}

// node returns the parsed value that the tokens lead to, or nil.
func (f *file) node(tokens []string) (*node, error) {
	path := pointer(tokens)
	if n, ok := f.nodes[path]; ok {
		return n, nil
	}
	c, err := f.find(tokens)
	if c == nil || err != nil {
		return nil, err
	}
	n := f.load(c)
	f.nodes[path] = n
	return n, nil
}

// load parses a value. What of it cannot be read is a node of its own.
func (f *file) load(c cursor) *node {
	return f.loadAt(c, 0)
}

func (f *file) loadAt(c cursor, depth int) *node {
	written := c.origin()
	if depth > maxDepth {
		return written.fault(c.mark(), "nested more than %d levels deep", maxDepth)
	}
	if !f.left.spend(1) {
		n := written.fault(c.mark(), "the document uses too many values, counting each use of an alias, and each copy that an overlay makes")
		f.left.end(n.fault)
		return n
	}
	n := &node{file: written, at: c.mark()}
	var err error
	switch n.kind = c.container(); n.kind {
	case mapNode:
		err = n.loadFields(c, depth)
	case listNode:
		err = c.elements(func(value cursor) error {
			n.items = append(n.items, f.loadAt(value, depth+1))
			return nil
		})
	default:
		n.kind, n.text, err = c.scalar()
	}
	if err != nil {
		return &node{kind: faultNode, fault: asError(err, n.pos()), file: written, at: n.at}
	}
	return n
}

func (n *node) loadFields(c cursor, depth int) error {
	var at map[string]int // only for maps too large to look through
	return c.members(func(name string, value cursor) error {
		v := n.file.loadAt(value, depth+1)
		if i := n.indexOf(name, at); i >= 0 {
			n.fields[i].value = twice(name, n.fields[i].value, v)
			return nil
		}
		n.fields = append(n.fields, field{name: name, value: v})
		if len(n.fields) == 16 {
			at = make(map[string]int, 32)
			for i, f := range n.fields {
				at[f.name] = i
			}
		} else if at != nil {
			at[name] = len(n.fields) - 1
		}
		return nil
	})
}

// indexOf returns where the member of that name is, or -1. at has all members,
// or is nil.
func (n *node) indexOf(name string, at map[string]int) int {
	if at == nil {
		return slices.IndexFunc(n.fields, func(f field) bool { return f.name == name })
	}
	if i, ok := at[name]; ok {
		return i
	}
	return -1
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON pointer of tokens.
func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(pointerEscape.Replace(t))
	}
	return b.String()
}
