package spec

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	yaml4 "go.yaml.in/yaml/v4"
	"gopkg.in/yaml.v3"
)

// yamlCursor is a value of a YAML file. Aliases are followed and merge keys
// expanded as it is walked.
type yamlCursor struct {
	file *file
	node *yaml.Node // never an alias
	key  *yaml.Node // the key it belongs to, or the node itself
}

func newYAMLCursor(f *file) (cursor, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(f.data, &doc); err != nil {
		return nil, f.yamlError(err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, errorAt(Position{File: f.name, Line: 1, Column: 1}, "the file is empty")
	}
	return f.yamlCursor(doc.Content[0], doc.Content[0]), nil
}

func (f *file) yamlCursor(n, key *yaml.Node) *yamlCursor {
	for range maxChain {
		if n.Kind != yaml.AliasNode {
			break
		}
		n = n.Alias
	}
	return &yamlCursor{file: f, node: n, key: key}
}

// yamlError gives a syntax error its place. The parser in use says a line at
// best, so the file is read again by the one that knows columns.
func (f *file) yamlError(err error) error {
	var again yaml4.Node
	var located *yaml4.LoadError
	if errors.As(yaml4.Unmarshal(f.data, &again), &located) && located.Mark.Line > 0 {
		m := f.markOfRune(located.Mark.Line, max(located.Mark.Column, 1))
		return errorAt(f.position(m), "the file is not YAML: %s%s", located.Message, f.hint(m))
	}
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	return errorAt(Position{File: f.name}, "the file is not YAML: %s", message)
}

// hint says what a syntax error at a place most likely comes from, if that is
// known.
func (f *file) hint(m mark) string {
	ends := f.lineEnds()
	begin := 0
	if m.line > 1 && int(m.line) <= len(ends) {
		begin = int(ends[m.line-2]) + 1
	}
	at := min(begin+int(m.column)-1, len(f.data))
	switch rest := f.data[at:]; {
	case int(m.line) > len(ends), len(bytes.TrimSpace(rest)) == 0:
		return "; the file ends here, and something is not closed"
	case rest[0] == '\t':
		return "; this is a tab, and YAML indents with blanks"
	}
	return ""
}

func (c *yamlCursor) mark() mark {
	return c.file.markOfRune(c.key.Line, c.key.Column)
}

func (c *yamlCursor) origin() *file { return c.file }

func (c *yamlCursor) container() nodeKind {
	switch c.node.Kind {
	case yaml.MappingNode:
		return mapNode
	case yaml.SequenceNode:
		return listNode
	}
	return textNode
}

func (c *yamlCursor) wrong(n *yaml.Node, format string, args ...any) *Error {
	return errorAt(c.file.position(c.file.markOfRune(n.Line, n.Column)), format, args...)
}

func (c *yamlCursor) elements(yield func(cursor) error) error {
	for _, item := range c.node.Content {
		if err := yield(c.file.yamlCursor(item, item)); err != nil {
			return err
		}
	}
	return nil
}

func (c *yamlCursor) members(yield func(string, cursor) error) error {
	return c.membersBut(map[string]bool{}, 0, yield)
}

// membersBut yields the members that are not in known: first those that stand
// in the map itself, then those that it merges in.
func (c *yamlCursor) membersBut(known map[string]bool, depth int, yield func(string, cursor) error) error {
	if depth > maxChain {
		return c.wrong(c.node, "merge keys are nested more than %d levels deep", maxChain)
	}
	var merged []*yaml.Node
	own := map[string]bool{}
	for i := 0; i+1 < len(c.node.Content); i += 2 {
		key, value := c.node.Content[i], c.node.Content[i+1]
		if key.ShortTag() == "!!merge" {
			merged = append(merged, value)
			continue
		}
		name := c.file.yamlCursor(key, key).node
		if name.Kind != yaml.ScalarNode {
			return c.wrong(key, "a key must be a string")
		}
		if depth > 0 && known[name.Value] {
			continue
		}
		own[name.Value] = true
		if err := yield(name.Value, c.file.yamlCursor(value, key)); err != nil {
			return err
		}
	}
	for name := range own {
		known[name] = true
	}
	return c.mergedMembers(merged, known, depth, yield)
}

func (c *yamlCursor) mergedMembers(merged []*yaml.Node, known map[string]bool, depth int, yield func(string, cursor) error) error {
	for _, m := range merged {
		source := c.file.yamlCursor(m, m)
		sources := []*yamlCursor{source}
		if source.node.Kind == yaml.SequenceNode {
			sources = sources[:0]
			for _, item := range source.node.Content {
				sources = append(sources, c.file.yamlCursor(item, item))
			}
		}
		for _, s := range sources {
			if s.node.Kind != yaml.MappingNode {
				return c.wrong(m, "only a map can be merged in")
			}
			if !c.file.left.spend(1) {
				return c.file.left.end(c.wrong(m, "the document merges too many maps"))
			}
			if err := s.membersBut(known, depth+1, yield); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *yamlCursor) scalar() (nodeKind, string, error) {
	n := c.node
	switch n.ShortTag() {
	case "!!null":
		return nullNode, n.Value, nil
	case "!!bool":
		if b, err := strconv.ParseBool(strings.ToLower(n.Value)); err == nil {
			return boolNode, strconv.FormatBool(b), nil
		}
	case "!!int", "!!float":
		if _, ok := parseNumber(n.Value); !ok {
			return 0, "", c.wrong(c.key, "%s is not a number that JSON has", n.Value)
		}
		if n.ShortTag() == "!!int" {
			return intNode, n.Value, nil
		}
		return floatNode, n.Value, nil
	}
	return textNode, n.Value, nil
}
