package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/nactgen/nactgen/view/graph"
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

// icons are the paths of the icons of facts, of 14 by 14 pixels.
var icons = map[graph.FactKind]string{
	graph.WhenFact:    "M7 0.5L13.5 7L7 13.5L0.5 7Z",
	graph.EachFact:    "M4.5 3.5V0.5H13.5V9.5H10.5M0.5 4.5H9.5V13.5H0.5Z",
	graph.PagesFact:   "M1.5 3.5H7L10.5 7V13.5H1.5ZM7 3.5V7H10.5M4 1H9.5L13 4.5V11",
	graph.ReadsFact:   "M0.5 7C3 3 11 3 13.5 7C11 11 3 11 0.5 7ZM7 5V9",
	graph.CacheFact:   "M7 0.5A6.5 6.5 0 1 1 6.9 0.5M7 3.5V7L9.5 9",
	graph.RequireFact: "M1 7.5L5 11.5L13 2.5",
	graph.UntilFact:   "M12.5 8A5.5 5.5 0 1 1 10.8 3.1M11.5 0.5V4H8",
	graph.FailedFact:  "M7 1L13.5 13H0.5ZM7 5.5V8.5M7 10.8V11",
	graph.ExpectFact:  "M1 7.5L5 11.5L13 2.5",
	graph.ErrorFact:   "M7 1L13.5 13H0.5ZM7 5.5V8.5M7 10.8V11",
	graph.UndoFact:    "M4 1L1 4.5L4.5 7.5M1 4.5H9A4 4 0 0 1 9 12.5H4",
}

// icon draws the icon of a kind of facts.
func (p *pen) icon(kind graph.FactKind, x, y int) {
	fmt.Fprintf(p, "<path class=\"icon\" transform=\"translate(%d %d)\" d=\"%s\"/>\n", x, y, icons[kind])
}

// cross draws the mark of a failure, 8 by 8 pixels.
func (p *pen) cross(x, y int) {
	p.path("cross", moveTo(x, y)+lineTo(x+8, y+8)+moveTo(x+8, y)+lineTo(x, y+8))
}

func moveTo(x, y int) string { return fmt.Sprintf("M%d %d", x, y) }

func lineTo(x, y int) string { return fmt.Sprintf("L%d %d", x, y) }
