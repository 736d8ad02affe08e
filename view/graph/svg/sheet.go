package svg

import (
	"strings"

	"github.com/nactgen/nactgen/view/graph"
)

// Measures of what stands in a card.
const (
	padding    = 14
	lineHeight = 18
	nameHeight = 22
	space      = 8  // between the parts of a line
	iconRoom   = 20 // of an icon and the gap beside it
	pillHeight = 18
	failRoom   = 80 // of everything around the name of a failure, at most
	chipHeight = 24
	maxLines   = 4  // of one expression
	maxType    = 70 // width of the type of an input
)

// sheet is the text of a card, which is written line by line between two margins.
type sheet struct {
	pen
	left, right int
	y           int // the top of the next line
}

func (s *sheet) width() int { return s.right - s.left }

// heading writes the name of a step, and the operation that it calls at the right of it or, without room there, below.
func (s *sheet) heading(name, operation string) {
	name, operation = line(name), line(operation)
	for _, l := range nameFont.wrap(name, s.width(), s.width(), 2) {
		s.text(nameFont, s.left, s.y+16, l)
		s.y += nameHeight
	}
	if operation == "" {
		return
	}
	if nameFont.width(name)+2*space+plainFont.width(operation) <= s.width() {
		s.textEnd(plainFont, s.right, s.y-nameHeight+16, operation)
		return
	}
	for _, l := range plainFont.wrap(operation, s.width(), s.width(), 2) {
		s.text(plainFont, s.left, s.y+13, l)
		s.y += lineHeight
	}
}

// badge writes a word on a filled ground, and code after it.
func (s *sheet) badge(class, word, code string) {
	width := badgeFont.width(word) + 14
	s.rect(class, box{s.left, s.y, width, pillHeight}, 4)
	s.textMiddle(badgeFont, s.left+width/2, s.y+13, word)
	at := s.left + width + space
	s.lines(codeFont, at, at, code)
	s.y += lineHeight
}

// lines writes a text whose first line begins at first and whose others begin at left. A text that needs too many lines is cut; viewers show all of
// it beside the pointer. Afterwards y is the top of the last line.
func (s *sheet) lines(f font, first, left int, text string) {
	lines := f.wrap(text, s.right-first, s.right-left, maxLines)
	if strings.HasSuffix(lines[len(lines)-1], ellipsis) {
		s.titled(text)
		defer s.end()
	}
	for i, l := range lines {
		if i == 0 {
			s.text(f, first, s.y+13, l)
			continue
		}
		s.y += lineHeight
		s.text(f, left, s.y+13, l)
	}
}

// rule writes a line between two parts.
func (s *sheet) rule() {
	s.path("rule", moveTo(s.left, s.y+5)+lineTo(s.right, s.y+5))
	s.y += 12
}

// fact writes a fact with its icon and its consequence. If it is cut, viewers show all of it beside the pointer.
func (s *sheet) fact(f graph.Fact) {
	s.titled(f.String())
	defer s.end()
	s.icon(f.Kind, s.left, s.y+2)
	p := paragraph{sheet: s, left: s.left + iconRoom}
	p.x = p.left
	p.add(wordFont, f.Word)
	p.add(codeFont, f.Code)
	p.add(plainFont, f.Note)
	p.flush()
	s.consequence(f, p.x)
	s.y += lineHeight
}

// paragraph is text in several fonts that is broken into lines.
type paragraph struct {
	*sheet
	left  int   // the x at which lines begin
	x     int   // the end of the current line
	parts []run // of the current line, which is not written yet
}

// add appends a text to the paragraph.
func (p *paragraph) add(f font, text string) {
	text = line(text)
	if text == "" {
		return
	}
	if len(p.parts) > 0 {
		p.x += space
	}
	if f == plainFont && p.x+f.width(text) > p.right {
		p.newLine()
	}
	for i, l := range f.wrap(text, p.right-p.x, p.right-p.left, maxLines) {
		if i > 0 {
			p.newLine()
		}
		if l != "" {
			p.parts = append(p.parts, run{f, l})
			p.x += f.width(strings.TrimRight(l, " "))
		}
	}
}

func (p *paragraph) newLine() {
	p.flush()
	p.y += lineHeight
	p.x = p.left
}

// flush writes the current line.
func (p *paragraph) flush() {
	if len(p.parts) > 0 {
		p.runs(p.left, p.y+13, "start", p.parts...)
		p.parts = nil
	}
}

// consequence writes the failure or stand-in that follows from a fact, at the right end of its line or, without room there, below.
func (s *sheet) consequence(f graph.Fact, end int) {
	text, class, kind := f.Fail, "failed", failFont
	if f.Use != "" {
		text, class, kind = f.Use, "standin", useFont
	}
	if text == "" {
		return
	}
	link, mark := f.Link(), 14
	if f.Use != "" {
		link, mark = "use", 0
	}
	before := wordFont.width(link) + space
	text = kind.cut(text, s.width()-iconRoom-before-mark-18)
	width := kind.width(text) + mark + 18
	if end+2*space+before+width > s.right {
		s.y += lineHeight + 2
	}
	x := s.right - width
	s.textEnd(wordFont, x-space, s.y+13, link)
	b := box{x, s.y, width, pillHeight}
	if class == "failed" {
		s.rect(class, b, pillHeight/2)
		s.cross(x+9, s.y+5)
	} else {
		s.rect(class, b, 3)
	}
	s.text(kind, x+9+mark, s.y+13, text)
	s.y += 4
}

// values writes inputs or outputs, each in a box.
func (s *sheet) values(word string, list []graph.Value) {
	x := s.left
	s.text(wordFont, x, s.y+16, word)
	x += wordFont.width(word) + 2*space
	start := x
	for _, v := range list {
		name, kind := v.Name, plainFont.cut(v.Type, maxType)
		if v.Optional {
			name += "?"
		}
		name = codeFont.cut(name, s.right-start-plainFont.width(kind)-space-18)
		width := codeFont.width(name) + plainFont.width(kind) + space + 18
		if x > start && x+width > s.right {
			x = start
			s.y += chipHeight + 6
		}
		s.rect("chip", box{x, s.y, width, chipHeight}, 12)
		s.runs(x+width/2, s.y+16, "middle", run{codeFont, name}, run{plainFont, kind})
		x += width + space
	}
	s.y += chipHeight
}
