package main

import (
	"bytes"
	"fmt"
	"os"
)

// index is a program that benchmarks compare the command with: the least that anybody has to do who wants a few operations of a large
// document. It reads a JSON file and notes where each path item and each component stands, in a scan that looks at strings and brackets
// alone. It checks nothing and keeps nothing but the file and the places.
func index() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(len(places(data)))
	notePeak()
}

// span is where a value stands in a file.
type span struct{ from, to int }

// places returns where the path items and the components of a document stand.
func places(document []byte) map[string]span {
	found := map[string]span{}
	s := scanner{data: document}
	s.members(func(name string) {
		switch name {
		case "paths":
			s.members(func(path string) { found["paths/"+path] = s.value() })
		case "components":
			s.members(func(kind string) {
				s.members(func(component string) { found[kind+"/"+component] = s.value() })
			})
		default:
			s.value()
		}
	})
	return found
}

// scanner goes over a JSON text that is taken to be well-formed.
type scanner struct {
	data []byte
	at   int
}

// members calls each for the members of the object at the scanner. It has to go over the value.
func (s *scanner) members(each func(name string)) {
	s.at++
	for s.to('"', '}') == '"' {
		from := s.at
		s.string()
		name := string(s.data[from+1 : s.at-1])
		s.to(':', ':')
		s.at++
		s.space()
		each(name)
	}
	s.at++
}

// to goes to the next of two bytes, and returns which it is.
func (s *scanner) to(a, b byte) byte {
	for s.data[s.at] != a && s.data[s.at] != b {
		s.at++
	}
	return s.data[s.at]
}

func (s *scanner) space() {
	for s.data[s.at] <= ' ' {
		s.at++
	}
}

// string goes over a string.
func (s *scanner) string() {
	for s.at++; ; {
		s.at += bytes.IndexByte(s.data[s.at:], '"') + 1
		slashes := 0
		for s.data[s.at-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return
		}
	}
}

// value goes over a value, and returns where it stands.
func (s *scanner) value() span {
	from := s.at
	for depth := 0; ; {
		switch s.data[s.at] {
		case '"':
			s.string()
			if depth == 0 {
				return span{from, s.at}
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth <= 0 {
				s.at += depth + 1
				return span{from, s.at}
			}
		case ',':
			if depth == 0 {
				return span{from, s.at}
			}
		}
		s.at++
	}
}
