package spec

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// file is one file of a document. What is parsed of it is kept, so that two
// references to one place yield one node.
type file struct {
	name     string // as positions show it
	data     []byte
	root     cursor
	newlines []int32 // offsets, found when first asked for
	members  map[string]map[string]cursor
	nodes    map[string]*node
	left     *budget // of nodes, shared by the files of a document
}

func newFile(name string, data []byte, left *budget) (*file, error) {
	f := &file{
		name: name, data: data, left: left,
		members: map[string]map[string]cursor{}, nodes: map[string]*node{},
	}
	if len(data) > maxFileSize {
		return nil, errorAt(Position{File: name}, "the file is larger than %d MiB", maxFileSize>>20)
	}
	var err error
	if isJSON(data) {
		f.root, err = newJSONCursor(f)
	} else {
		f.root, err = newYAMLCursor(f)
	}
	return f, err
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

// member looks name up in the map c, which stands at the pointer path. The
// members of a map are found once.
func (f *file) member(c cursor, path, name string) (cursor, error) {
	known, ok := f.members[path]
	if !ok {
		known = map[string]cursor{}
		err := c.members(func(name string, value cursor) error {
			if _, twice := known[name]; twice {
				return errorAt(f.position(value.mark()), "duplicate key %q", name)
			}
			known[name] = value
			return nil
		})
		if err != nil {
			return nil, err
		}
		f.members[path] = known
	}
	if found, ok := known[name]; ok {
		return found, nil
	}
	return nil, nil
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
	n, err := f.load(c)
	if err != nil {
		return nil, err
	}
	f.nodes[path] = n
	return n, nil
}

// load parses a value.
func (f *file) load(c cursor) (*node, error) {
	return f.loadAt(c, 0)
}

func (f *file) loadAt(c cursor, depth int) (*node, error) {
	n := &node{file: f, at: c.mark()}
	if depth > maxDepth {
		return nil, errorAt(n.pos(), "nested more than %d levels deep", maxDepth)
	}
	if !f.left.spend(1) {
		return nil, errorAt(n.pos(), "the document uses too many values, counting each use of an alias")
	}
	var err error
	switch n.kind = c.container(); n.kind {
	case mapNode:
		err = n.loadFields(c, depth)
	case listNode:
		err = c.elements(func(value cursor) error {
			item, err := f.loadAt(value, depth+1)
			n.items = append(n.items, item)
			return err
		})
	default:
		n.kind, n.text, err = c.scalar()
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (n *node) loadFields(c cursor, depth int) error {
	var seen map[string]bool // only for maps too large to look through
	return c.members(func(name string, value cursor) error {
		twice := seen[name]
		if seen == nil {
			twice = n.field(name) != nil
		}
		if twice {
			return errorAt(n.file.position(value.mark()), "duplicate key %q", name)
		}
		v, err := n.file.loadAt(value, depth+1)
		n.fields = append(n.fields, field{name: name, value: v})
		if len(n.fields) == 16 {
			seen = make(map[string]bool, 32)
			for _, f := range n.fields {
				seen[f.name] = true
			}
		} else if seen != nil {
			seen[name] = true
		}
		return err
	})
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
