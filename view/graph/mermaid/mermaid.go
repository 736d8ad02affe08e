// Package mermaid writes graphs as flowcharts of Mermaid, which GitHub, GitLab and others draw in Markdown.
package mermaid

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/view/graph"
)

// WriteMarkdown writes graphs as blocks of Markdown: of several, each under a heading with the name of its tool.
func WriteMarkdown(w io.Writer, graphs []*graph.Graph) error {
	out := bufio.NewWriter(w)
	for i, g := range graphs {
		if len(graphs) > 1 {
			if i > 0 {
				out.WriteByte('\n')
			}
			fmt.Fprintf(out, "## %s\n\n", heading(g.Tool))
		}
		out.WriteString("```mermaid\n")
		write(out, g)
		out.WriteString("```\n")
	}
	return out.Flush()
}

// write writes one flowchart.
func write(out *bufio.Writer, g *graph.Graph) {
	c := newChart(g)
	out.WriteString("flowchart TD\n")
	fmt.Fprintf(out, "  accTitle: %s\n", escape(g.Tool))
	c.declare(out)
	c.connect(out)
	c.style(out)
}

// style writes the definitions of the classes that nodes have.
func (c *chart) style(out *bufio.Writer) {
	steps := graph.Steps(c.Stages)
	for _, class := range []struct {
		used bool
		line string
	}{
		{c.ids[graph.Inputs] != "" || c.ids[graph.Outputs] != "", "ends stroke-width:2px"},
		{slices.ContainsFunc(steps, func(s *graph.Step) bool { return s.Writes }), "writes stroke:#9a6700,stroke-width:3px"},
		{slices.ContainsFunc(steps, func(s *graph.Step) bool { return s.When != "" }), "maybe stroke-dasharray:6 4"},
	} {
		if class.used {
			fmt.Fprintf(out, "  classDef %s\n", class.line)
		}
	}
}

// chart is a graph with an identifier of Mermaid for each node. The inputs and outputs have none if there are no values or requirements to show.
type chart struct {
	*graph.Graph
	ids map[graph.Node]string
}

// plain matches the names of steps that can be part of an identifier.
var plain = regexp.MustCompile(`^[A-Za-z0-9_]{1,60}$`)

func newChart(g *graph.Graph) *chart {
	c := &chart{Graph: g, ids: map[graph.Node]string{}}
	if len(g.Inputs) > 0 || len(g.Require) > 0 {
		c.ids[graph.Inputs] = "inputs"
	}
	if len(g.Outputs) > 0 {
		c.ids[graph.Outputs] = "outputs"
	}
	for i, s := range graph.Steps(g.Stages) {
		id := "step_" + s.Name
		if !plain.MatchString(s.Name) {
			id = fmt.Sprintf("node_%d", i)
		}
		c.ids[graph.StepNode(s.Name)] = id
	}
	return c
}

// declare writes the nodes, and frames around steps that run at the same time.
func (c *chart) declare(out *bufio.Writer) {
	if id := c.ids[graph.Inputs]; id != "" {
		fmt.Fprintf(out, "  %s([\"%s\"]):::ends\n", id, ends("inputs", c.Inputs, c.Requirements()))
	}
	c.stages(out, c.Stages)
	if id := c.ids[graph.Outputs]; id != "" {
		fmt.Fprintf(out, "  %s([\"%s\"]):::ends\n", id, ends("outputs", c.Outputs, nil))
	}
}

// frame returns the identifier of the frame of a stage, made of its steps. It is unique, since a frame within it has fewer steps.
func (c *chart) frame(stage graph.Stage) string {
	steps := stage.Steps()
	return fmt.Sprintf("together_%d_%s", len(steps), c.ids[graph.StepNode(steps[0].Name)])
}

// stages writes the steps of stages, and frames around lanes.
func (c *chart) stages(out *bufio.Writer, stages []graph.Stage) {
	for _, stage := range stages {
		if stage.Step != nil {
			c.step(out, stage.Step)
			continue
		}
		fmt.Fprintf(out, "  subgraph %s [\"at the same time\"]\n", c.frame(stage))
		for _, lane := range stage.Lanes {
			c.stages(out, lane)
		}
		out.WriteString("  end\n")
	}
}

// ends returns the text of the node of the inputs or the outputs.
func ends(word string, values []graph.Value, facts []graph.Fact) string {
	lines := []string{"<b>" + word + "</b>"}
	for _, v := range values {
		mark := ""
		if v.Optional {
			mark = "?"
		}
		lines = append(lines, escape(v.Name+mark)+" <i>"+escape(v.Type)+"</i>")
	}
	return strings.Join(append(lines, sentences(facts)...), "<br/>")
}

// step writes the node of a step, and an arrow back to it if it runs more than once.
func (c *chart) step(out *bufio.Writer, s *graph.Step) {
	id := c.ids[graph.StepNode(s.Name)]
	left, right := "[", "]"
	lines := []string{"<b>" + escape(s.Name) + "</b>"}
	switch {
	case s.Function != "":
		left, right = "[[", "]]"
		doing := "Go "
		if s.Part {
			doing = "part "
		}
		if s.Writes {
			doing += "· writes "
		}
		lines = append(lines, doing+escape(s.Function))
	case s.Writes:
		lines = append(lines, escape(s.Call.Operation), escape(s.Call.Method)+" · writes "+escape(s.Call.Path))
	default:
		lines = append(lines, escape(s.Call.Operation), escape(s.Call.Method+" "+s.Call.Path))
	}
	lines = append(lines, sentences(s.Facts())...)
	fmt.Fprintf(out, "  %s%s\"%s\"%s\n", id, left, strings.Join(lines, "<br/>"), right)
	if s.Writes {
		fmt.Fprintf(out, "  class %s writes\n", id)
	}
	if s.When != "" {
		fmt.Fprintf(out, "  class %s maybe\n", id)
	}
	if again := again(s); again != "" {
		fmt.Fprintf(out, "  %s -->|\"%s\"| %s\n", id, again, id)
	}
}

// again returns the label of the arrow of a step that runs more than once, or "".
func again(s *graph.Step) string {
	var what []string
	if s.Each != nil {
		what = append(what, "next "+escape(s.Each.As))
	}
	if s.Pages != nil {
		what = append(what, "next page")
	}
	if s.Poll != nil {
		what = append(what, "again")
	}
	return strings.Join(what, ", ")
}

// sentences returns facts in words.
func sentences(facts []graph.Fact) []string {
	var lines []string
	for _, f := range facts {
		lines = append(lines, escape(f.String()))
	}
	return lines
}

// connect writes the edges: solid lines for reads, dotted ones for mere order.
func (c *chart) connect(out *bufio.Writer) {
	for _, e := range c.Edges {
		from, to := c.ids[e.From], c.ids[e.To]
		switch {
		case from == "" || to == "":
		case len(e.Reads) == 0:
			fmt.Fprintf(out, "  %s -.-> %s\n", from, to)
		default:
			fmt.Fprintf(out, "  %s -->%s %s\n", from, by(e), to)
		}
	}
	c.order(out)
}

// by returns the label of an edge: the vars through which values are read, if there are any.
func by(e graph.Edge) string {
	var vars []string
	for _, r := range e.Reads {
		if r.Var != "" && !slices.Contains(vars, r.Var) {
			vars = append(vars, r.Var)
		}
	}
	if len(vars) == 0 {
		return ""
	}
	return "|\"" + escape(strings.Join(vars, ", ")) + "\"|"
}
