package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// pen writes elements. Every text that it is given is made one line and escaped.
type pen struct{ bytes.Buffer }

// escaped is a text as it stands in XML.
func escaped(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(line(text))); err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	return b.String()
}

// text writes a line whose base is at y.
func (p *pen) text(f font, x, y int, text string) {
	p.anchored(f, "start", x, y, text)
}

// textEnd writes a line that ends at x.
func (p *pen) textEnd(f font, x, y int, text string) {
	p.anchored(f, "end", x, y, text)
}

// textMiddle writes a line with x in its middle.
func (p *pen) textMiddle(f font, x, y int, text string) {
	p.anchored(f, "middle", x, y, text)
}

func (p *pen) anchored(f font, anchor string, x, y int, text string) {
	fmt.Fprintf(p, "<text class=\"%s\" x=\"%d\" y=\"%d\"%s>%s</text>\n", f.class, x, y, anchored(anchor), escaped(text))
}

// run is a part of a line in a font of its own.
type run struct {
	font font
	text string
}

// runs writes parts of a line one after the other, with a little room between them. So they stand together whatever the width is
// that the viewer's fonts have.
func (p *pen) runs(x, y int, anchor string, parts ...run) {
	fmt.Fprintf(p, "<text x=\"%d\" y=\"%d\"%s>", x, y, anchored(anchor))
	apart := ""
	for _, r := range parts {
		fmt.Fprintf(p, "<tspan class=\"%s\"%s>%s</tspan>", r.font.class, apart, escaped(r.text))
		apart = fmt.Sprintf(" dx=\"%d\"", space)
	}
	p.WriteString("</text>\n")
}

func anchored(anchor string) string {
	if anchor == "start" {
		return ""
	}
	return fmt.Sprintf(` text-anchor="%s"`, anchor)
}

func (p *pen) rect(class string, b box, radius int) {
	fmt.Fprintf(p, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n", class, b.x, b.y, b.w, b.h, radius)
}

// path writes a path, whose data is no text of anybody.
func (p *pen) path(class, data string) {
	fmt.Fprintf(p, "<path class=\"%s\" d=\"%s\"/>\n", class, data)
}

// group begins a group that is moved and has a title, which viewers show beside the pointer.
func (p *pen) group(x, y int, title string) {
	fmt.Fprintf(p, "<g transform=\"translate(%d %d)\">\n", x, y)
	p.title(title)
}

// plainGroup begins a group that has a title.
func (p *pen) plainGroup(title string) {
	p.WriteString("<g>\n")
	p.title(title)
}

func (p *pen) title(text string) {
	if text != "" {
		fmt.Fprintf(p, "<title>%s</title>\n", escaped(text))
	}
}

func (p *pen) end() { p.WriteString("</g>\n") }

// box is a rectangle.
type box struct{ x, y, w, h int }

// in returns the box without a margin.
func (b box) in(margin int) box {
	return box{b.x + margin, b.y + margin, b.w - 2*margin, b.h - 2*margin}
}

// moved returns the box at another place.
func (b box) moved(dx, dy int) box { return box{b.x + dx, b.y + dy, b.w, b.h} }
