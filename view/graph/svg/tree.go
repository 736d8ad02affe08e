package svg

import (
	"github.com/nactgen/nactgen/view/graph"
)

// column is what stands one below the other: rows, the gaps around them, and at their left a gutter for the lines that pass rows.
type column struct {
	in     *row // the frame's row; nil for the picture itself
	rows   []*row
	gaps   []*channel // gaps[i] is above rows[i], the last one below all
	gutter gutter
	width  int // of its cards
	loops  bool
	left   int // where the cards begin, at the right of the gutter
}

// row is a card, or a frame of columns.
type row struct {
	column *column
	index  int
	card   *card
	frame  *frame
	alone  bool // the row does not follow the one above it: it only stands there
	exit   int  // where the lines begin that go out at its bottom
}

// frame holds the columns of what runs at the same time.
type frame struct {
	box
	columns []*column
}

func (r *row) box() *box {
	if r.card != nil {
		return &r.card.box
	}
	return &r.frame.box
}

// tree is what there is to be placed.
type tree struct {
	root *column
	rows map[graph.Node]*row
}

const (
	minCard  = 340 // width of a card that stands alone
	maxCard  = 600
	minLane  = 230 // width of a card beside which others stand
	maxFrame = 800 // width of a frame, as far as its cards can be made narrow
	maxLanes = 3   // how many lanes stand beside each other: further ones stand below
)

func newTree(g *graph.Graph) *tree {
	t := &tree{root: &column{width: cardWidth(g.Stages, minCard, maxCard)}, rows: map[graph.Node]*row{}}
	if len(g.Inputs) > 0 || len(g.Require) > 0 {
		t.add(t.root, endCard(graph.Inputs, g.Inputs, g.Requirements(), t.root.width))
	}
	t.stages(t.root, g.Stages, maxFrame)
	if len(g.Outputs) > 0 {
		t.add(t.root, endCard(graph.Outputs, g.Outputs, nil, t.root.width))
	}
	t.root.close()
	return t
}

// cardWidth is how wide the cards of stages are that stand one below the other: as wide as the widest has to be, within bounds.
func cardWidth(stages []graph.Stage, least, most int) int {
	width := least
	for _, stage := range stages {
		if stage.Step != nil {
			width = max(width, min(natural(stage.Step), most))
		}
	}
	return width
}

// add puts a card below what a column has.
func (t *tree) add(c *column, card *card) *row {
	r := c.add(&row{card: card})
	t.rows[card.node] = r
	return r
}

func (c *column) add(r *row) *row {
	r.column, r.index = c, len(c.rows)
	c.rows = append(c.rows, r)
	return r
}

// stages puts stages below what a column has. A frame has so much room.
func (t *tree) stages(c *column, stages []graph.Stage, room int) {
	for i, stage := range stages {
		var r *row
		if stage.Step != nil {
			r = t.add(c, stepCard(stage.Step, c.width))
			c.loops = c.loops || stage.Step.Poll != nil
		} else {
			r = c.add(&row{frame: &frame{}})
			t.lanes(r, stage.Lanes, room)
		}
		r.alone = i == 0 && c.in != nil
	}
}

// lanes fills a frame.
func (t *tree) lanes(in *row, lanes [][]graph.Stage, room int) {
	beside := min(len(lanes), maxLanes)
	if len(lanes) == 4 {
		beside = 2
	}
	room = max((room-framePad)/beside-framePad, minLane)
	width := minLane
	for _, lane := range lanes {
		width = max(width, cardWidth(lane, minLane, room))
	}
	for range beside {
		in.frame.columns = append(in.frame.columns, &column{in: in, width: width})
	}
	for i, lane := range lanes {
		t.stages(in.frame.columns[i%beside], lane, room)
	}
	for _, c := range in.frame.columns {
		c.close()
	}
}

// close makes the gaps, once all rows are there.
func (c *column) close() {
	for i := range len(c.rows) + 1 {
		c.gaps = append(c.gaps, &channel{column: c, index: i})
	}
}

// natural is how wide a step would be if no text had to be broken.
func natural(step *graph.Step) int {
	width := nameFont.width(step.Name)
	if step.Call != nil {
		width += 2*space + plainFont.width(step.Call.Operation)
		width = max(width, badgeFont.width(step.Call.Method+" · writes")+14+space+codeFont.width(step.Call.Path))
	}
	for _, f := range step.Facts() {
		width = max(width, iconRoom+wordFont.width(f.Word)+space+codeFont.width(f.Code)+space+plainFont.width(f.Note)+failRoom+failFont.width(f.Fail)+useFont.width(f.Use))
	}
	width += 2 * padding
	if step.When != "" {
		width += 2 * maybeMargin
	}
	if step.Function != "" {
		width += 2 * barRoom
	}
	return width + foldSize
}
