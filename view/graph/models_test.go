package graph_test

import (
	"fmt"
	"time"

	"github.com/nactgen/nactgen/view/graph"
)

// reads is an edge with one read.
func reads(from, to graph.Node, place, by string) graph.Edge {
	return graph.Edge{From: from, To: to, Reads: []graph.Read{{Place: place, Var: by}}}
}

// get is a step that reads.
func get(name, operation, path string) *graph.Step {
	return &graph.Step{Name: name, Call: &graph.Call{Operation: operation, Method: "GET", Path: path}}
}

// post is a step that writes.
func post(name, operation, path string) *graph.Step {
	return &graph.Step{Name: name, Call: &graph.Call{Operation: operation, Method: "POST", Path: path}, Writes: true}
}

// one is the stage of a step beside which nothing runs.
func one(s *graph.Step) graph.Stage { return graph.Stage{Step: s} }

// together is a stage of lanes.
func together(lanes ...[]graph.Stage) graph.Stage { return graph.Stage{Lanes: lanes} }

// row is a lane of steps.
func row(steps ...*graph.Step) []graph.Stage {
	stages := make([]graph.Stage, len(steps))
	for i, s := range steps {
		stages[i] = one(s)
	}
	return stages
}

// models are graphs of every kind of step, and of many sizes.
var models = map[string]*graph.Graph{
	"single":   single(),
	"kinds":    kinds(),
	"booking":  booking(),
	"parallel": parallel(),
	"lanes":    lanes(),
	"many":     many(25),
	"nothing":  {Tool: "nothing"},
	"hostile":  hostile(),
}

func single() *graph.Graph {
	return &graph.Graph{
		Tool:        "count_issues",
		Description: "Count the issues that nobody has solved.",
		Stages:      []graph.Stage{one(get("issues", "api.list_issues", "/issues"))},
		Outputs:     []graph.Value{{Name: "count", Type: "int"}},
		Edges:       []graph.Edge{reads(graph.StepNode("issues"), graph.Outputs, "count", "")},
	}
}

// kinds has a step of each kind, none of which reads another.
func kinds() *graph.Graph {
	when := get("when", "api.when", "/when")
	when.When = `inputs.day == "TODAY"`
	each := get("each", "api.each", "/each/{id}")
	each.Each = &graph.Each{As: "site", Over: "steps.sites.body.items", Concurrency: 4, Limit: 50}
	pages := get("pages", "api.pages", "/pages")
	pages.Pages = &graph.Pages{Items: "this.body.slots", Limit: 100}
	poll := get("poll", "api.poll", "/poll")
	poll.Poll = &graph.Poll{Until: `this.body.status == "CONFIRMED"`, FailedIf: `this.body.status == "REJECTED"`, Fail: "REJECTED", Every: 200 * time.Millisecond, Timeout: 5 * time.Second}
	cache := get("cache", "api.cache", "/cache")
	cache.Cache = "10m"
	undo := post("write", "api.write", "/write")
	undo.Undo = "api.unwrite"
	rules := get("rules", "api.rules", "/rules")
	rules.Require = []graph.Condition{{That: "inputs.count > 0", Fail: "NOTHING_ASKED"}}
	rules.Expect = []graph.Condition{{That: "size(this.body.items) == 1", Fail: "NOT_FOUND"}}
	rules.OnError = []graph.Rule{{Causes: "404", Fail: "NOT_FOUND"}, {Causes: "5xx, unreachable, timeout", Use: "{items: []}"}}
	all := post("all", "api.all", "/all")
	all.When, all.Each, all.Pages, all.Poll = when.When, each.Each, pages.Pages, poll.Poll
	g := &graph.Graph{Tool: "kinds", Description: "A step of each kind.", Require: []graph.Condition{{That: `inputs.day != "" || inputs.count > 0`, Fail: "NOTHING_ASKED"}}}
	g.Inputs = []graph.Value{{Name: "day", Type: "enum"}, {Name: "count", Type: "int", Optional: true}}
	for _, s := range []*graph.Step{when, each, pages, poll, cache, {Name: "function", Function: "QuotePrice"}, {Name: "keeping", Function: "KeepRecord", Writes: true}, undo, rules, all} {
		g.Stages = append(g.Stages, one(s))
	}
	return g
}

// booking is the tool of the manifest's reference that has all kinds of steps.
func booking() *graph.Graph {
	patient := get("patient", "clinic.findPatients", "/patients")
	patient.Expect = []graph.Condition{{That: "size(this.body.items) == 1", Fail: "PATIENT_NOT_FOUND"}}
	sites := get("sites", "clinic.listSites", "/sites")
	sites.Cache = "10m"
	slots := get("slots", "clinic.listSlots", "/sites/{site}/slots")
	slots.Each = &graph.Each{As: "site", Over: "steps.sites.body.items", Concurrency: 4}
	slots.Pages = &graph.Pages{Items: "this.body.slots", Limit: 100}
	price := &graph.Step{Name: "price", Function: "QuotePrice"}
	booking := post("booking", "clinic.createBooking", "/bookings")
	booking.Require = []graph.Condition{{That: "size(vars.free) > 0", Fail: "NOTHING_FREE"}}
	booking.Undo = "clinic.cancelBooking"
	confirmed := get("confirmed", "clinic.getBooking", "/bookings/{id}")
	confirmed.Poll = &graph.Poll{Until: `this.body.status == "CONFIRMED"`, FailedIf: `this.body.status == "REJECTED"`, Fail: "REJECTED", Every: 200 * time.Millisecond, Timeout: 5 * time.Second}
	notice := post("notice", "messages.send", "/messages")
	notice.When = "steps.patient.body.items[0].wants_messages"
	notice.OnError = []graph.Rule{{Causes: "4xx, 5xx, unreachable, timeout", Use: "{sent: false}"}}
	node := graph.StepNode
	return &graph.Graph{
		Tool:        "book_appointment",
		Description: "Book the first free appointment of a kind at any clinic near the patient, from a given day on.",
		Inputs:      []graph.Value{{Name: "phone", Type: "string"}, {Name: "kind", Type: "enum"}, {Name: "from", Type: "string"}},
		Stages:      []graph.Stage{together(row(patient), row(sites)), one(slots), one(price), one(booking), one(confirmed), one(notice)},
		Outputs:     []graph.Value{{Name: "start", Type: "string"}, {Name: "price", Type: "int"}, {Name: "told", Type: "boolean"}},
		Edges: []graph.Edge{
			reads(graph.Inputs, node("patient"), "with.phone", ""),
			reads(graph.Inputs, node("slots"), "with.kind", ""),
			reads(node("sites"), node("slots"), "for_each", ""),
			reads(graph.Inputs, node("price"), "args.kind", ""),
			reads(node("slots"), node("price"), "args.slots", "free"),
			reads(node("patient"), node("booking"), "body.patient", ""),
			reads(node("slots"), node("booking"), "body.slot", "first"),
			reads(node("price"), node("booking"), "body.cents", ""),
			reads(node("booking"), node("confirmed"), "with.id", ""),
			reads(graph.Inputs, node("notice"), "body.to", ""),
			reads(node("patient"), node("notice"), "when", ""),
			reads(node("slots"), node("notice"), "body.text", "first"),
			reads(node("slots"), graph.Outputs, "start", "first"),
			reads(node("price"), graph.Outputs, "price", ""),
			reads(node("notice"), graph.Outputs, "told", ""),
		},
	}
}

// parallel has stages of two to five steps.
func parallel() *graph.Graph {
	g := &graph.Graph{
		Tool:        "compare_offers",
		Description: "Compare what five shops ask for a thing.",
		Inputs:      []graph.Value{{Name: "thing", Type: "string"}},
		Outputs:     []graph.Value{{Name: "best", Type: "json"}},
	}
	before := []graph.Node{graph.Inputs}
	for count := 2; count <= 5; count++ {
		var stage graph.Stage
		var now []graph.Node
		for i := range count {
			s := get(fmt.Sprintf("shop_%d_%c", count, 'a'+i), "shops.offers", "/shops/{shop}/offers")
			s.Expect = []graph.Condition{{That: "size(this.body.offers) > 0", Fail: "NOTHING"}}
			s.Cache = "http"
			stage.Lanes = append(stage.Lanes, row(s))
			now = append(now, graph.StepNode(s.Name))
			g.Edges = append(g.Edges, reads(before[i%len(before)], graph.StepNode(s.Name), "with.thing", ""))
		}
		g.Stages = append(g.Stages, stage)
		before = now
	}
	for _, n := range append(before, "steps.shop_2_a", "steps.shop_3_b") {
		g.Edges = append(g.Edges, reads(n, graph.Outputs, "best", "offers"))
	}
	return g
}

// lanes has lanes of several steps, of which some read what is far above, and a stage within a lane.
func lanes() *graph.Graph {
	node := graph.StepNode
	first, last := get("first", "api.first", "/first"), post("last", "api.last", "/last")
	return &graph.Graph{
		Tool:   "lanes",
		Inputs: []graph.Value{{Name: "id", Type: "string"}},
		Stages: []graph.Stage{
			one(first),
			together(
				row(get("a1", "api.a1", "/a/1"), get("a2", "api.a2", "/a/2"), get("a3", "api.a3", "/a/3")),
				[]graph.Stage{
					one(get("b1", "api.b1", "/b/1")),
					together(row(get("c1", "api.c1", "/c/1")), row(get("c2", "api.c2", "/c/2"))),
					one(get("b2", "api.b2", "/b/2")),
				},
			),
			one(last),
		},
		Outputs: []graph.Value{{Name: "done", Type: "boolean", Optional: true}},
		Edges: []graph.Edge{
			reads(graph.Inputs, node("first"), "with.id", ""),
			reads(node("first"), node("a1"), "with.id", ""),
			reads(node("a1"), node("a2"), "with.id", ""),
			reads(graph.Inputs, node("a3"), "with.id", ""),
			reads(node("a1"), node("a3"), "with.other", ""),
			reads(node("b1"), node("c1"), "with.id", ""),
			reads(node("c1"), node("b2"), "with.id", ""),
			reads(node("first"), node("b2"), "with.id", ""),
			reads(node("a1"), node("last"), "body.a", ""),
			reads(node("a3"), node("last"), "body.b", ""),
			{From: node("b2"), To: node("last")},
			reads(node("b1"), graph.Outputs, "done", ""),
			reads(node("last"), graph.Outputs, "done", ""),
		},
	}
}

// many has a number of steps, each of which reads the one before it and some above that.
func many(count int) *graph.Graph {
	g := &graph.Graph{Tool: "many_steps", Description: "A tool with many steps.", Inputs: []graph.Value{{Name: "id", Type: "string"}}, Outputs: []graph.Value{{Name: "done", Type: "boolean"}}}
	for i := range count {
		name := fmt.Sprintf("step_%d", i)
		g.Stages = append(g.Stages, one(get(name, "api.step", fmt.Sprintf("/steps/%d/{id}", i))))
		for _, back := range []int{5, 3, 1} {
			if i >= back && i%back == 0 {
				g.Edges = append(g.Edges, reads(graph.StepNode(fmt.Sprintf("step_%d", i-back)), graph.StepNode(name), "with.id", ""))
			}
		}
		if i%8 == 0 {
			g.Edges = append(g.Edges, reads(graph.Inputs, graph.StepNode(name), "with.id", ""))
		}
	}
	g.Edges = append(g.Edges, reads(graph.StepNode(fmt.Sprintf("step_%d", count-1)), graph.Outputs, "done", ""))
	return g
}

// evil is text that ends everything that text can stand in, hides what follows, and is long.
const evil = "</text></svg><script>alert(1)</script>]]> & \"'`\n```\n%%{init: {}}%% end\nclick x\" --> y; style a fill:#fff; #quot; $$x$$ \\n \u202e\u200b\x00\x1b[31m 漢字の長い名前 \xff<!-- -->"

func hostile() *graph.Graph {
	s := &graph.Step{
		Name: evil, Reads: true, Call: &graph.Call{Operation: evil, Method: "GET", Path: evil}, When: evil, Cache: evil, Undo: evil,
		Each: &graph.Each{As: evil, Over: evil}, Pages: &graph.Pages{Items: evil}, Poll: &graph.Poll{Until: evil, FailedIf: evil, Fail: evil},
		Require: []graph.Condition{{That: evil, Fail: evil}}, Expect: []graph.Condition{{That: evil, Fail: evil}},
		OnError: []graph.Rule{{Causes: evil, Fail: evil}, {Causes: evil, Use: evil}},
	}
	return &graph.Graph{
		Tool: evil, Description: evil,
		Inputs: []graph.Value{{Name: evil, Type: evil}}, Require: []graph.Condition{{That: evil, Fail: evil}},
		Stages:  []graph.Stage{one(s), together(row(&graph.Step{Name: evil + "2", Function: evil}), row(get("plain", "api.plain", "/plain")))},
		Outputs: []graph.Value{{Name: evil, Type: evil, Optional: true}},
		Edges: []graph.Edge{
			reads(graph.Inputs, graph.StepNode(evil), evil, evil), reads(graph.Inputs, graph.Outputs, evil, evil),
			reads("steps.unknown", graph.Outputs, "x", ""), reads(graph.Outputs, graph.Inputs, "x", ""), // there is no such way
		},
	}
}
