package upstream

import "strings"

// Link returns the target of the first link in the Link headers (RFC 8288) that has the relation type rel, such as next; empty if
// there is none. It is a URL reference, as the upstream gave it.
func (a Answer) Link(rel string) string {
	for _, field := range a.Header.Values("Link") {
		for scan := (linkScanner{field}); ; {
			link, ok := scan.next()
			if !ok {
				break
			}
			if link.is(rel) {
				return link.target
			}
		}
	}
	return ""
}

// link is one link of a header.
type link struct {
	target    string
	relations string // separated by spaces
	anchored  bool   // it leads from another resource than that which was answered
}

// is reports whether the answer has the relation rel to the link's target.
func (l link) is(rel string) bool {
	if l.anchored {
		return false
	}
	for relation := range strings.FieldsSeq(l.relations) {
		if strings.EqualFold(relation, rel) {
			return true
		}
	}
	return false
}

// linkScanner reads the links of one header value from front to back, as appendix B of RFC 8288 does. Nothing is read behind
// what cannot be a link.
type linkScanner struct{ rest string }

func (s *linkScanner) next() (link, bool) {
	s.rest = strings.TrimLeft(s.rest, " \t,")
	text, ok := strings.CutPrefix(s.rest, "<")
	if !ok {
		return link{}, false
	}
	found := link{}
	if found.target, s.rest, ok = strings.Cut(text, ">"); !ok {
		return link{}, false
	}
	for given := false; ; {
		name, value, ok := s.parameter()
		switch {
		case !ok:
			return found, true
		case name == "rel" && !given: // a further one does not count
			found.relations, given = value, true
		case name == "anchor":
			found.anchored = true
		}
	}
}

// parameter reads a parameter of a link, its name in lower case, and reports whether there was one.
func (s *linkScanner) parameter() (name, value string, ok bool) {
	s.space()
	if s.rest, ok = strings.CutPrefix(s.rest, ";"); !ok {
		return "", "", false
	}
	s.space()
	name = strings.ToLower(s.upTo("=;,"))
	if s.rest, ok = strings.CutPrefix(s.rest, "="); !ok {
		return name, "", true
	}
	s.space()
	if s.rest, ok = strings.CutPrefix(s.rest, `"`); ok {
		return name, s.quoted(), true
	}
	return name, s.upTo(";,"), true
}

func (s *linkScanner) space() { s.rest = strings.TrimLeft(s.rest, " \t") }

// upTo reads what stands before one of the characters ends, without the space around it.
func (s *linkScanner) upTo(ends string) string {
	at := strings.IndexAny(s.rest, ends)
	if at < 0 {
		at = len(s.rest)
	}
	text := s.rest[:at]
	s.rest = s.rest[at:]
	return strings.Trim(text, " \t")
}

// quoted reads the rest of a quoted string, whose end may be missing.
func (s *linkScanner) quoted() string {
	var text []byte
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return string(text)
		case c == '\\' && i+1 < len(s.rest):
			i++
			text = append(text, s.rest[i])
		default:
			text = append(text, c)
		}
	}
	s.rest = ""
	return string(text)
}
