package graph

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Of returns the graph of a tool. The plan is not changed; it must not have been analyzed.
func Of(t *plan.Tool) *Graph {
	b := &builder{
		graph: &Graph{Tool: t.Signature.Name, Description: t.Signature.Description, Inputs: inputs(&t.Signature), Outputs: outputs(t)},
		steps: map[string]*Step{},
		vars:  map[string]ir.Node{},
	}
	b.graph.Stages = b.stages(t.Actions)
	b.conditions(t.Actions)
	b.readers(t)
	b.orderEdges()
	return b.graph
}

// inputs returns the inputs of a tool, by their ids.
func inputs(s *nact.Signature) []Value {
	var list []Value
	for i := range s.Inputs {
		in := &s.Inputs[i]
		list = append(list, Value{Name: in.ID, Type: string(in.Type), Optional: !in.Required()})
	}
	return list
}

func outputs(t *plan.Tool) []Value {
	var list []Value
	for i, out := range t.Signature.Outputs {
		list = append(list, Value{Name: out.ID, Type: string(out.Type), Optional: t.Outputs[i].Value.Type().Kind == ir.Optional})
	}
	return list
}

// builder makes a graph of the actions of a tool.
type builder struct {
	graph *Graph
	steps map[string]*Step
	vars  map[string]ir.Node
}

// stages returns the stages of actions.
func (b *builder) stages(actions []plan.Action) []Stage {
	var list []Stage
	for _, a := range actions {
		switch a := a.(type) {
		case *plan.Var:
			b.vars[a.Name] = a.Value
		case *plan.Step:
			list = append(list, Stage{Step: b.step(a)})
		case *plan.GoStep:
			list = append(list, Stage{Step: b.add(&Step{Name: a.Name, Function: a.Function.Name, Part: a.Part() != nil, Writes: a.Function.Writes}, a.OnError)})
		case *plan.When:
			list = append(list, b.stages(a.Actions)...)
			b.steps[a.Step.StepName()].When = ir.Written(a.If)
		case *plan.Each:
			list = append(list, b.stages(a.Actions)...)
			b.steps[a.Step.StepName()].Each = &Each{As: a.As, Over: ir.Written(a.List), Concurrency: a.Concurrency, Limit: a.Limit}
		case *plan.Pages:
			list = append(list, b.stages(a.Actions)...)
			b.steps[a.Step.Name].Pages = pages(a)
		case *plan.Poll:
			list = append(list, Stage{Step: b.step(a.Step)})
			b.steps[a.Step.Name].Poll = poll(a)
		case *plan.Undo:
			b.steps[a.Of].Undo = a.Call().Call.ID
			if unless := a.Unless(); unless != "" {
				b.steps[a.Of].Undo += ", unless the tool ends in " + unless
			}
		case *plan.Together:
			list = append(list, b.together(a)...)
		case *plan.Check, *plan.Answered: // conditions, which stand with their steps
		}
	}
	return list
}

// together returns the stage of branches that run at the same time. A branch without steps, which only computes vars, is no lane.
func (b *builder) together(t *plan.Together) []Stage {
	var lanes [][]Stage
	for _, branch := range t.Branches {
		if lane := b.stages(branch); len(lane) > 0 {
			lanes = append(lanes, lane)
		}
	}
	switch len(lanes) {
	case 0:
		return nil
	case 1:
		return lanes[0]
	}
	return []Stage{{Lanes: lanes}}
}

// step adds the step that makes a call.
func (b *builder) step(s *plan.Step) *Step {
	call := &Call{Operation: s.Call.ID, Method: s.Call.Method, Path: s.Call.Path}
	return b.add(&Step{Name: s.Name, Call: call, Writes: s.Call.Writes(), Reads: s.Call.Reads, Cache: cache(s.Kept())}, s.OnError)
}

// add adds a step to the graph, with its rules.
func (b *builder) add(step *Step, rules []plan.ErrorRule) *Step {
	for i := range rules {
		rule := &rules[i]
		step.OnError = append(step.OnError, Rule{Causes: rule.CausesText(), That: ir.Written(rule.That), Fail: rule.Fail, Use: ir.Written(rule.Use)})
	}
	b.steps[step.Name] = step
	return step
}

// cache says how long answers are kept.
func cache(c plan.Caching) string {
	switch {
	case c.HTTP:
		return "http"
	case c.TTL > 0:
		return short(c.TTL)
	}
	return ""
}

// pages says how a step collects a list. A limit that is computed is left out.
func pages(p *plan.Pages) *Pages {
	drawn := &Pages{Items: ir.Written(p.Items)}
	if limit, ok := p.Limit.(*ir.Const); ok {
		drawn.Limit = limit.Value.(int64)
	}
	return drawn
}

// poll says how a step polls.
func poll(p *plan.Poll) *Poll {
	return &Poll{
		Until: ir.Written(p.Until), FailedIf: ir.Written(p.FailedIf), Fail: p.Fail,
		Every: p.Every, Timeout: p.Timeout, Location: p.Location, Again: p.Again,
	}
}

// conditions adds conditions to the steps that they belong to, or else to the tool.
func (b *builder) conditions(actions []plan.Action) {
	plan.Walk(actions, func(a plan.Action) {
		check, ok := a.(*plan.Check)
		if !ok {
			return
		}
		at := check.Where.Place
		c := Condition{That: ir.Written(check.That), Fail: check.Fail}
		step := b.steps[at.Name]
		switch {
		case step == nil:
			b.graph.Require = append(b.graph.Require, c)
		case at.Part == plan.PartExpect:
			step.Expect = append(step.Expect, c)
		default:
			step.Require = append(step.Require, c)
		}
	})
}

// readers adds the edges of all expressions of the tool.
func (b *builder) readers(t *plan.Tool) {
	for place, n := range t.All() {
		if place.Part != plan.PartPaginate || place.Key != "enough" { // a generated condition, which would only clutter the picture
			b.edges(place, b.sources(n))
		}
	}
}

// edges adds the reads of an expression at a place to the edges that end there.
func (b *builder) edges(place plan.Place, sources []source) {
	to, within := StepNode(place.Name), place.Within()
	switch place.Section {
	case plan.InOutputs:
		to, within = Outputs, place.Name
	case plan.InSteps:
	default:
		return // conditions of the inputs stand with them
	}
	if place.Detail { // that the detail of a failure repeats an input decides nothing
		sources = slices.DeleteFunc(sources, func(s source) bool { return s.node == Inputs })
		place.Detail = false
		within = place.Within()
	}
	for _, s := range sources {
		if s.node == to {
			continue // what is expected of an answer reads that answer
		}
		e := b.edge(s.node, to)
		if read := (Read{Place: within, Var: s.via}); !slices.Contains(e.Reads, read) {
			e.Reads = append(e.Reads, read)
		}
	}
}

// edge returns the edge between two nodes, which it adds if there is none.
func (b *builder) edge(from, to Node) *Edge {
	edges := b.graph.Edges
	i := slices.IndexFunc(edges, func(e Edge) bool { return e.From == from && e.To == to })
	if i < 0 {
		i = len(edges)
		b.graph.Edges = append(edges, Edge{From: from, To: to})
	}
	return &b.graph.Edges[i]
}

// orderEdges sorts edges by the nodes that they end at, and then by those that they begin at.
func (b *builder) orderEdges() {
	rank := map[Node]int{Inputs: 0}
	for _, step := range Steps(b.graph.Stages) {
		rank[StepNode(step.Name)] = len(rank)
	}
	rank[Outputs] = len(rank)
	slices.SortStableFunc(b.graph.Edges, func(x, y Edge) int {
		if x.To != y.To {
			return rank[x.To] - rank[y.To]
		}
		return rank[x.From] - rank[y.From]
	})
}

// source is a node that an expression reads, and the var through which it does, or "".
type source struct {
	node Node
	via  string
}

// sources returns what an expression reads, in the order of the expression. Of vars that read vars, the one that the expression itself reads is named.
func (b *builder) sources(n ir.Node) []source {
	if n == nil {
		return nil
	}
	var found []source
	followed := map[source]bool{}
	var read func(n ir.Node, via string)
	read = func(n ir.Node, via string) {
		ir.Walk(n, func(n ir.Node) {
			root, ok := n.(*ir.Root)
			if !ok {
				return
			}
			switch {
			case root.Kind == ir.InputRoot:
				found = append(found, source{Inputs, via})
			case root.OfStep():
				found = append(found, source{StepNode(root.Name), via})
			case root.Kind == ir.VarRoot:
				first := via
				if first == "" {
					first = root.Name
				}
				value, way := b.vars[root.Name], source{Node(root.Name), first}
				if value != nil && !followed[way] {
					followed[way] = true
					read(value, first)
				}
			}
		})
	}
	read(n, "")
	return found
}
