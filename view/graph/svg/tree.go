package svg

import (
	"github.com/nactgen/nactgen/view/graph"
)

// column is a list of rows, one below the other, with the gaps between them, and a gutter at the left for the lines that pass rows.
type column struct {
	in     *row // the row of the frame around the column; nil for the column of the whole picture
	rows   []*row
	gaps   []*channel // gaps[i] is above rows[i], the last one below all rows
	gutter gutter
	width  int  // of the cards
	loops  bool // a card has an arrow of a loop at its right
	left   int  // the x of the cards, at the right of the gutter
}

// row is a card or a frame.
type row struct {
	column *column
	index  int
	card   *card  // nil if the row is a frame
	frame  *frame // nil if the row is a card
	alone  bool   // the row is the first of a lane, so that it does not run after the row above it
	exit   int    // the x at which lines leave it at the bottom
}

// frame has columns of rows that run at the same time.
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

// tree has all columns and rows of a picture.
type tree struct {
	root *column
	rows map[graph.Node]*row
}

const (
	minCard  = 340 // width of a card that stands alone
	maxCard  = 600
	minLane  = 230 // width of a card beside which others stand
	maxFrame = 800 // width of a frame, unless its cards at their narrowest need more
	maxLanes = 3   // lanes side by side; further ones are below these
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

// cardWidth returns the width of the cards of stages in a column: as wide as the widest needs, within bounds.
func cardWidth(stages []graph.Stage, least, most int) int {
	width := least
	for _, stage := range stages {
		if stage.Step != nil {
			width = max(width, min(natural(stage.Step), most))
		}
	}
	return width
}

// add adds a row with a card to a column.
func (t *tree) add(c *column, card *card) *row {
	r := c.add(&row{card: card})
	t.rows[card.node] = r
	return r
}

// add adds a row.
func (c *column) add(r *row) *row {
	r.column, r.index = c, len(c.rows)
	c.rows = append(c.rows, r)
	return r
}

// stages adds rows for stages to a column. Room is the width that a frame should not exceed.
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

// lanes adds the columns of lanes to the frame of a row.
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

// close adds the gaps once the column has all rows.
func (c *column) close() {
	for i := range len(c.rows) + 1 {
		c.gaps = append(c.gaps, &channel{column: c, index: i})
	}
}

// natural returns the width that the card of a step needs so that no text is broken.
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
