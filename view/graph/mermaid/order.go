package mermaid

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/view/graph"
)

// unit is a step, a frame, the inputs or the outputs, as a link of a chain of units that run one after the other.
type unit struct {
	id    string
	nodes []graph.Node
}

// order writes dotted lines between units that follow each other, if no edge connects them.
func (c *chart) order(out *bufio.Writer) {
	list := c.units(c.Stages)
	if id := c.ids[graph.Inputs]; id != "" {
		list = slices.Insert(list, 0, unit{id, []graph.Node{graph.Inputs}})
	}
	if id := c.ids[graph.Outputs]; id != "" {
		list = append(list, unit{id, []graph.Node{graph.Outputs}})
	}
	c.follow(out, list)
	c.lanes(out, c.Stages)
}

// lanes writes the order in the lanes of stages.
func (c *chart) lanes(out *bufio.Writer, stages []graph.Stage) {
	for _, stage := range stages {
		for _, lane := range stage.Lanes {
			c.follow(out, c.units(lane))
			c.lanes(out, lane)
		}
	}
}

// units returns the units of stages.
func (c *chart) units(stages []graph.Stage) []unit {
	list := make([]unit, len(stages))
	for i, stage := range stages {
		if stage.Step != nil {
			list[i].id = c.ids[graph.StepNode(stage.Step.Name)]
		} else {
			list[i].id = c.frame(stage)
		}
		for _, s := range stage.Steps() {
			list[i].nodes = append(list[i].nodes, graph.StepNode(s.Name))
		}
	}
	return list
}

// follow writes the order of a chain of units.
func (c *chart) follow(out *bufio.Writer, units []unit) {
	for i := 1; i < len(units); i++ {
		if above, below := units[i-1], units[i]; !c.joined(above, below) {
			fmt.Fprintf(out, "  %s -.-> %s\n", above.id, below.id)
		}
	}
}

// joined reports whether an edge leads from one unit to another.
func (c *chart) joined(above, below unit) bool {
	return slices.ContainsFunc(c.Edges, func(e graph.Edge) bool {
		return slices.Contains(above.nodes, e.From) && slices.Contains(below.nodes, e.To)
	})
}
