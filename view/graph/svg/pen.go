package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// pen writes SVG elements. Texts are escaped, and put on one line.
type pen struct{ bytes.Buffer }

// escaped returns a text in one line, escaped for XML.
func escaped(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(line(text))); err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	return b.String()
}

// text writes a line that begins at x, with its baseline at y.
func (p *pen) text(f font, x, y int, text string) {
	p.anchored(f, "start", x, y, text)
}

// textEnd writes a line that ends at x.
func (p *pen) textEnd(f font, x, y int, text string) {
	p.anchored(f, "end", x, y, text)
}

// textMiddle writes a line whose middle is at x.
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

// runs writes the parts of a line with a space between them. As one element they stay together, however wide the viewer's fonts are.
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

// path writes a path, whose data needs no escaping.
func (p *pen) path(class, data string) {
	fmt.Fprintf(p, "<path class=\"%s\" d=\"%s\"/>\n", class, data)
}

// titled begins a group with a title, which viewers show beside the pointer.
func (p *pen) titled(title string) {
	p.WriteString("<g>\n")
	if title != "" {
		fmt.Fprintf(p, "<title>%s</title>\n", escaped(title))
	}
}

func (p *pen) end() { p.WriteString("</g>\n") }

// box is a rectangle.
type box struct{ x, y, w, h int }

// moved returns the box at another place.
func (b box) moved(dx, dy int) box { return box{b.x + dx, b.y + dy, b.w, b.h} }
