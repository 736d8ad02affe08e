package svg

import (
	"fmt"

	"github.com/nactgen/nactgen/view/graph"
)

// icons are the paths of the icons of facts, of 14 by 14 pixels.
var icons = map[graph.FactKind]string{
	graph.WhenFact:    "M7 0.5L13.5 7L7 13.5L0.5 7Z",
	graph.EachFact:    "M4.5 3.5V0.5H13.5V9.5H10.5M0.5 4.5H9.5V13.5H0.5Z",
	graph.PagesFact:   "M1.5 3.5H7L10.5 7V13.5H1.5ZM7 3.5V7H10.5M4 1H9.5L13 4.5V11",
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
