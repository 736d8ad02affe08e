package lsp

import (
	"bytes"
	"strings"
)

// spot is where in a manifest a byte stands: behind which keys, and whether a key or a value is being written there.
type spot struct {
	path   []string // the keys around it, the outermost first; "-" is an entry of a list. The last is that of the value, if it is in one
	value  bool     // it is in the value of the last key, on the same line
	prefix string   // what stands before it, of the key or the value
	start  int      // where prefix begins
}

// matches reports whether a path matches a pattern, of which "*" is any key.
func matches(path []string, pattern ...string) bool {
	if len(path) != len(pattern) {
		return false
	}
	for i, p := range pattern {
		if p != "*" && p != path[i] {
			return false
		}
	}
	return true
}

// outline follows the layout of a manifest up to a byte. It reads texts that are no YAML yet: what it cannot make out it passes over.
type outline struct {
	data   []byte
	at     int
	levels []outlineLevel
	block  int // the indentation of the key with a block scalar; -1: it is in none
}

type outlineLevel struct {
	indent int
	key    string // "-": an entry of a list
}

// spotAt returns where in a manifest a byte stands.
func spotAt(data []byte, at int) spot {
	o := &outline{data: data, at: at, block: -1}
	for i := 0; ; {
		end := bytes.IndexByte(data[i:], '\n')
		if end < 0 || i+end >= at {
			return o.last(i)
		}
		next := o.line(i, i+end)
		if next == i {
			return o.last(i)
		}
		i = next
	}
}

// line follows a whole line, and returns where the next begins: behind a collection in braces, if one begins here, or at the line itself, if the cursor is
// in that.
func (o *outline) line(start, end int) (next int) {
	key, value, ok := o.enter(start, end)
	if !ok {
		return end + 1
	}
	text := strings.TrimSpace(string(o.data[value:end]))
	switch {
	case strings.HasPrefix(text, "|") || strings.HasPrefix(text, ">"):
		o.block = key
	case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		open := value + bytes.IndexAny(o.data[value:end], "{[")
		if f := flowAt(o.data, open, o.at); f.ended {
			return max(end, f.end) + 1
		}
		return start
	}
	return end + 1
}

// enter brings the levels to a line, and returns the indentation of its key and where its value begins; ok is false where it has no key.
func (o *outline) enter(start, end int) (indent, value int, ok bool) {
	i := start
	for i < end && o.data[i] == ' ' {
		i++
	}
	switch {
	case i == end || o.data[i] == '\r' || o.data[i] == '#':
		return 0, 0, false
	case o.block >= 0 && i-start > o.block:
		return 0, 0, false
	}
	o.block = -1
	for i < end && o.data[i] == '-' && (i+1 == end || o.data[i+1] == ' ') {
		o.leave(i-start, true)
		o.levels = append(o.levels, outlineLevel{i - start, "-"})
		for i++; i < end && o.data[i] == ' '; i++ {
		}
	}
	o.leave(i-start, false)
	key, length := keyOf(o.data[i:end])
	if length == 0 {
		return 0, i, i < end && (o.data[i] == '{' || o.data[i] == '[')
	}
	o.levels = append(o.levels, outlineLevel{i - start, key})
	return i - start, i + length, true
}

// leave ends the levels that a line of that indentation does not belong to. An entry of a list may stand as far to the left as the key of the list.
func (o *outline) leave(indent int, entry bool) {
	for n := len(o.levels); n > 0; n-- {
		l := o.levels[n-1]
		if l.indent < indent || entry && l.indent == indent && l.key != "-" {
			return
		}
		o.levels = o.levels[:n-1]
	}
}

// keyOf returns the key with which a line begins, and how long it is with its colon; 0 if it begins with none.
func keyOf(line []byte) (key string, length int) {
	colon := -1
	for i, c := range line {
		if c == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\r') {
			colon = i
			break
		}
		if c == '{' || c == '[' || c == '#' {
			break
		}
	}
	if colon < 1 {
		return "", 0
	}
	return strings.Trim(string(line[:colon]), `"' `), colon + 1
}

// last follows the line in which the cursor stands, from its start or that of the collection around the cursor.
func (o *outline) last(start int) spot {
	indent := o.at - start
	_, value, ok := o.enter(start, o.at)
	if blank := len(bytes.TrimSpace(o.data[start:o.at])) == 0; blank {
		o.leave(indent, false)
	}
	s := spot{path: o.keys(), start: o.at}
	if open := bytes.IndexAny(o.data[value:o.at], "{["); ok && open >= 0 && len(bytes.TrimSpace(o.data[value:value+open])) == 0 {
		if f := flowAt(o.data, value+open, o.at); f.ended {
			s.start = f.end + 1
		} else {
			s.path = append(s.path, f.path()...)
			s.value, s.start = f.inValue(), f.start
		}
	} else if ok && value > 0 {
		s.value, s.start = true, value
	} else if value > 0 {
		s.start = value
	}
	for s.start < o.at && o.data[s.start] == ' ' {
		s.start++
	}
	s.prefix = string(o.data[s.start:o.at])
	return s
}

func (o *outline) keys() []string {
	var keys []string
	for _, l := range o.levels {
		keys = append(keys, l.key)
	}
	return keys
}

// flow is a collection in braces or brackets, as far as the cursor.
type flow struct {
	open  []flowLevel
	start int // where the key or the value begins in which it ends
	ended bool
	end   int // its last byte, if it has ended
}

type flowLevel struct {
	list bool
	key  string // the key whose value is read; empty: a key is read
}

// flowAt follows the collection that opens at a byte up to another.
func flowAt(data []byte, open, at int) flow {
	f := flow{start: open + 1}
	quote := byte(0)
	for i := open; i < at; i++ {
		c := data[i]
		switch {
		case quote != 0:
			if c == quote && data[i-1] != '\\' {
				quote = 0
			}
		case (c == '"' || c == '\'') && i > 0 && strings.IndexByte(" {[,:", data[i-1]) >= 0:
			quote = c
		case c == '{' || c == '[':
			f.open = append(f.open, flowLevel{list: c == '['})
			f.start = i + 1
		case c == '}' || c == ']':
			f.open = f.open[:len(f.open)-1]
			if f.start = i + 1; len(f.open) == 0 {
				f.ended, f.end = true, i
				return f
			}
		case c == ',':
			f.open[len(f.open)-1].key = ""
			f.start = i + 1
		case c == ':' && i+1 < len(data) && strings.IndexByte(" \n[{\"", data[i+1]) >= 0 && !f.open[len(f.open)-1].list && f.open[len(f.open)-1].key == "":
			f.open[len(f.open)-1].key = strings.Trim(string(data[f.start:i]), "\"' \n")
			f.start = i + 1
		}
	}
	return f
}

// path returns the keys of the collections that are open.
func (f flow) path() []string {
	var keys []string
	for _, l := range f.open {
		switch {
		case l.list:
			keys = append(keys, "-")
		case l.key != "":
			keys = append(keys, l.key)
		}
	}
	return keys
}

// inValue reports whether a value is being written, and not a key.
func (f flow) inValue() bool {
	l := f.open[len(f.open)-1]
	return l.list || l.key != ""
}
