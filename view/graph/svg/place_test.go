package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"testing"

	"github.com/nactgen/nactgen/view/graph"
)

// TestPlaces: in pictures of many graphs, cards stand apart and within the picture, no line runs through a card, and lines that
// begin at different places do not run along each other.
func TestPlaces(t *testing.T) {
	for seed := range int64(150) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := random(rand.New(rand.NewSource(seed)))
			tree := newTree(g)
			r := newRouter(g, tree)
			right := tree.across(r)
			bottom := tree.root.down(0)
			checkCards(t, tree, right, bottom)
			checkLines(t, tree, r)
			if got := len(r.routes); got < len(g.Edges) {
				t.Errorf("%d of %d edges are drawn", got, len(g.Edges))
			}
		})
	}
}

// random makes a graph of any form, whose edges lead from what runs before to what runs after it.
func random(r *rand.Rand) *graph.Graph {
	g := &graph.Graph{Tool: "random", Inputs: []graph.Value{{Name: "id", Type: "string"}}, Outputs: []graph.Value{{Name: "done", Type: "boolean"}}}
	before := []graph.Node{graph.Inputs} // what has run before the stage
	link := func(to graph.Node, from ...graph.Node) {
		for _, n := range from {
			if r.Intn(len(from)) < 2 {
				g.Edges = append(g.Edges, graph.Edge{From: n, To: to, Reads: make([]graph.Read, r.Intn(2))})
			}
		}
	}
	count := 0
	var stages func(depth int, before []graph.Node) ([]graph.Stage, []graph.Node)
	stages = func(depth int, before []graph.Node) (list []graph.Stage, after []graph.Node) {
		after = before[:len(before):len(before)]
		for range 1 + r.Intn(5-depth) {
			if r.Intn(3+depth) > 0 {
				s := randomStep(r, fmt.Sprintf("step_%d", count))
				count++
				link(graph.StepNode(s.Name), after...)
				list, after = append(list, graph.Stage{Step: s}), append(after, graph.StepNode(s.Name))
				continue
			}
			var stage graph.Stage
			known := len(after)
			for range 2 + r.Intn(3) {
				lane, now := stages(min(depth+1, 4), after[:known:known])
				stage.Lanes, after = append(stage.Lanes, lane), append(after, now[known:]...)
			}
			list = append(list, stage)
		}
		return list, after
	}
	g.Stages, before = stages(0, before)
	link(graph.Outputs, before...)
	return g
}

// randomStep makes a step of some kinds.
func randomStep(r *rand.Rand, name string) *graph.Step {
	s := &graph.Step{Name: name, Call: &graph.Call{Operation: "api." + name, Method: "GET", Path: "/" + name}}
	some := func() bool { return r.Intn(6) == 0 }
	if some() {
		s.Call, s.Function = nil, "Function"
	}
	if some() {
		s.When = "inputs.id == 'something that is long enough to take more than one line of a narrow card'"
	}
	if some() {
		s.Each = &graph.Each{As: "e", Over: "inputs.list", Concurrency: 3}
	}
	if some() {
		s.Pages = &graph.Pages{Items: "this.body", Limit: 10}
	}
	if some() {
		s.Poll = &graph.Poll{Until: "this.body.done"}
	}
	if some() {
		s.OnError = []graph.Rule{{Causes: "404", Fail: "NOT_FOUND"}}
	}
	return s
}

func checkCards(t *testing.T, tree *tree, right, bottom int) {
	t.Helper()
	for n, r := range tree.rows {
		b := r.card.box
		if b.x < margin || b.x+b.w > right || b.y < 0 || b.y+b.h > bottom {
			t.Errorf("%s is at %v, outside of the picture, which is %d wide and %d high", n, b, right, bottom)
		}
		for other, o := range tree.rows {
			if c := o.card.box; n < other && b.x < c.x+c.w && c.x < b.x+b.w && b.y < c.y+c.h && c.y < b.y+b.h {
				t.Errorf("%s at %v and %s at %v overlap", n, b, other, c)
			}
		}
	}
}

// segment is a straight part of a route.
type segment struct {
	from *row
	a, b point // a is above or at the left of b
}

func segments(r *router) []segment {
	var list []segment
	for _, route := range r.routes {
		corners := route.corners()
		for i, b := range corners[1:] {
			a := corners[i]
			if a.x > b.x || a.y > b.y {
				a, b = b, a
			}
			list = append(list, segment{route.net.from, a, b})
		}
	}
	return list
}

func checkLines(t *testing.T, tree *tree, r *router) {
	t.Helper()
	all := segments(r)
	for i, s := range all {
		if s.a.x != s.b.x && s.a.y != s.b.y {
			t.Errorf("the line from %v to %v is slanted", s.a, s.b)
		}
		for n, row := range tree.rows {
			if b := row.card.box.in(2); s.a.x < b.x+b.w && b.x < s.b.x && s.a.y < b.y+b.h && b.y < s.b.y ||
				s.a.x == s.b.x && b.x < s.a.x && s.a.x < b.x+b.w && s.a.y < b.y+b.h && b.y < s.b.y ||
				s.a.y == s.b.y && b.y < s.a.y && s.a.y < b.y+b.h && s.a.x < b.x+b.w && b.x < s.b.x {
				t.Errorf("the line from %v to %v runs through %s at %v", s.a, s.b, n, b)
			}
		}
		for _, o := range all[:i] {
			if s.from != o.from && along(s, o) {
				t.Errorf("the line from %v to %v runs along that from %v to %v", s.a, s.b, o.a, o.b)
			}
		}
	}
}

// along reports whether two segments have more than a point in common.
func along(s, o segment) bool {
	vertical := s.a.x == s.b.x && o.a.x == o.b.x && s.a.x == o.a.x && s.a.y < o.b.y && o.a.y < s.b.y
	horizontal := s.a.y == s.b.y && o.a.y == o.b.y && s.a.y == o.a.y && s.a.x < o.b.x && o.a.x < s.b.x
	return vertical || horizontal
}

// FuzzWrite draws graphs with texts of any kind: what comes out is XML, all of whose text is the graph's, and draws nothing
// else than a picture does.
func FuzzWrite(f *testing.F) {
	f.Add("</text><script>", "x\x00\u202e\xff ]]>", "\n\t\"'&<", int64(1))
	f.Add("plain", "", "漢字", int64(2))
	f.Fuzz(func(t *testing.T, name, code, more string, seed int64) {
		g := random(rand.New(rand.NewSource(seed)))
		g.Tool, g.Description = name, more
		g.Inputs[0] = graph.Value{Name: code, Type: more, Optional: true}
		g.Require = []graph.Condition{{That: code, Fail: name}}
		for _, s := range graph.Steps(g.Stages) {
			s.Cache, s.Expect = more, []graph.Condition{{That: code, Fail: more}}
			s.OnError = []graph.Rule{{Causes: name, Use: code}}
		}
		var picture bytes.Buffer
		if err := Write(&picture, g); err != nil {
			t.Fatal(err)
		}
		checkXML(t, picture.Bytes())
	})
}

// checkXML reads a picture as XML, and allows what pictures have.
func checkXML(t *testing.T, picture []byte) {
	t.Helper()
	elements := map[string]bool{"svg": true, "title": true, "desc": true, "style": true, "g": true, "rect": true, "path": true, "text": true, "tspan": true}
	attributes := map[string]bool{
		"xmlns": true, "role": true, "aria-labelledby": true, "width": true, "height": true, "viewBox": true, "id": true, "class": true,
		"x": true, "y": true, "dx": true, "rx": true, "d": true, "transform": true, "text-anchor": true,
	}
	for decoder := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, picture)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !elements[token.Name.Local] {
				t.Fatalf("a picture has no %s", token.Name.Local)
			}
			for _, a := range token.Attr {
				if !attributes[a.Name.Local] {
					t.Fatalf("%s has %s", token.Name.Local, a.Name.Local)
				}
			}
		case xml.Comment, xml.Directive, xml.ProcInst:
			t.Fatalf("a picture has a %T", token)
		}
	}
}

// in returns the box without a margin.
func (b box) in(margin int) box {
	return box{b.x + margin, b.y + margin, b.w - 2*margin, b.h - 2*margin}
}
