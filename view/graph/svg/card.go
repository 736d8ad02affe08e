package svg

import (
	"github.com/nactgen/nactgen/view/graph"
)

// card is the picture of a node. Lines enter it at the top and leave it at the middle of the bottom.
type card struct {
	node graph.Node
	box
	art []byte // SVG elements, with the upper left corner of the card at 0, 0
}

// Measures of the marks of special steps.
const (
	maybeMargin = 10 // between a step that may not run and the frame around it
	copies      = 2  // boxes behind that of a step that runs for many elements or pages
	copyOffset  = 5  // from each of them to the next
	barRoom     = 8  // of the bars at the sides of a step that is a Go function
	foldSize    = 14 // of the folded corner of a page
	loopRoom    = 34 // of the arrow of a step that polls, at the right of its card
)

// endCard draws the inputs or the outputs.
func endCard(node graph.Node, values []graph.Value, facts []graph.Fact, width int) *card {
	s := &sheet{left: padding, right: width - padding, y: padding - 2}
	s.values(string(node), values)
	if len(facts) > 0 {
		s.y += 2
		s.rule()
	}
	for _, f := range facts {
		s.fact(f)
	}
	b := box{0, 0, width, s.y + padding - 2}
	var p pen
	p.rect("ends", b, 18)
	p.Write(s.Bytes())
	return &card{node: node, box: b, art: p.Bytes()}
}

// stepCard draws a step.
func stepCard(step *graph.Step, width int) *card {
	facts := step.Facts()
	whole, front := box{w: width}, box{w: width}
	var around pen
	label := &sheet{left: padding, right: width - padding, y: 8}
	if step.When != "" {
		label.fact(facts[0])
		facts = facts[1:]
		front = box{x: maybeMargin, y: label.y + 6, w: width - 2*maybeMargin}
		if step.Poll != nil {
			front.w -= loopRoom - maybeMargin
		}
	}
	behind := 0
	if step.Pages != nil || step.Each != nil {
		behind = copies * copyOffset
	}
	front.w -= behind
	if step.Pages != nil {
		front.y += behind
	}
	s := content(step, facts, front)
	front.h = s.y - front.y
	whole.h = s.y
	if step.Each != nil {
		whole.h += behind
	}
	if step.When != "" {
		whole.h += maybeMargin
		around.rect("maybe", whole, 12)
		around.Write(label.Bytes())
	}
	around.ground(step, front)
	around.Write(s.Bytes())
	if step.Poll != nil {
		around.loop(front, behind)
	}
	return &card{node: graph.StepNode(step.Name), box: whole, art: around.Bytes()}
}

// runs says what kind of function a step runs.
func runs(step *graph.Step) string {
	if step.Part {
		return "part"
	}
	return "Go"
}

// content writes the text in the box of a step.
func content(step *graph.Step, facts []graph.Fact, front box) *sheet {
	s := &sheet{left: front.x + padding, right: front.x + front.w - padding, y: front.y + padding - 4}
	if step.Function != "" {
		s.left, s.right = s.left+barRoom, s.right-barRoom
	}
	if step.Pages != nil {
		s.right -= foldSize / 2
	}
	switch {
	case step.Function != "" && step.Writes:
		s.heading(step.Name, "")
		s.badge("change", runs(step)+" · writes", step.Function)
	case step.Function != "":
		s.heading(step.Name, "")
		s.badge("get", runs(step), step.Function)
	case step.Writes:
		s.heading(step.Name, step.Call.Operation)
		s.badge("change", step.Call.Method+" · writes", step.Call.Path)
	default:
		s.heading(step.Name, step.Call.Operation)
		s.badge("get", step.Call.Method, step.Call.Path)
	}
	if step.Pages != nil {
		s.right += foldSize / 2
	}
	s.y += 2
	if len(facts) > 0 {
		s.rule()
	}
	for _, f := range facts {
		s.fact(f)
	}
	s.y += padding - 6
	return s
}

// ground draws the box of a step: one box, several behind each other, pages, or a box with bars.
func (p *pen) ground(step *graph.Step, front box) {
	class := "card"
	if step.Writes {
		class = "writes"
	}
	for i := copies; i > 0 && step.Each != nil; i-- {
		p.rect(class, front.moved(i*copyOffset, i*copyOffset), 8)
	}
	if step.Pages != nil {
		for i := copies; i > 0; i-- {
			p.page(class, front.moved(i*copyOffset, -i*copyOffset))
		}
		p.page(class, front)
		return
	}
	p.rect(class, front, 8)
	if step.Function != "" {
		for _, x := range []int{front.x + barRoom, front.x + front.w - barRoom} {
			p.path("bar", moveTo(x, front.y)+lineTo(x, front.y+front.h))
		}
	}
}

// page draws a box whose upper right corner is folded.
func (p *pen) page(class string, b box) {
	right, fold := b.x+b.w, b.x+b.w-foldSize
	p.path(class, moveTo(b.x, b.y)+lineTo(fold, b.y)+lineTo(right, b.y+foldSize)+lineTo(right, b.y+b.h)+lineTo(b.x, b.y+b.h)+"Z")
	p.path("fold", moveTo(fold, b.y)+lineTo(fold, b.y+foldSize)+lineTo(right, b.y+foldSize)+"Z")
}

// loop draws an arrow at the right of a box from its bottom back to its top. Behind is how far the boxes behind it reach out.
func (p *pen) loop(b box, behind int) {
	x, top, bottom := b.x+b.w, b.y+24, b.y+b.h-18
	far := x + behind + loopRoom - 12
	p.path("loop", moveTo(x, bottom)+lineTo(far-8, bottom)+curve(far, bottom, far, bottom-8)+lineTo(far, top+8)+curve(far, top, far-8, top)+lineTo(x+6, top))
	p.path("loophead", moveTo(x+1, top)+lineTo(x+10, top-5)+lineTo(x+10, top+5)+"Z")
}
