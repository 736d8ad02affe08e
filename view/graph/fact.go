package graph

import (
	"fmt"
	"strings"
	"time"
)

// FactKind is a kind of facts about steps.
type FactKind int

// The kinds, in the order in which a step has its facts.
const (
	WhenFact FactKind = iota
	EachFact
	PagesFact
	ReadsFact
	CacheFact
	RequireFact
	UntilFact
	FailedFact
	ExpectFact
	ErrorFact
	UndoFact
)

// Fact is a property of a step in words, such as a condition that it expects and the failure otherwise. All fields but Word may be empty.
type Fact struct {
	Kind FactKind
	Word string // such as "only if", "for each x of", "expect"
	Code string // an expression
	Note string // details in plain words, such as "at most 4 at a time"
	Fail string // the failure that follows
	Use  string // the stand-in for the answer that follows
}

// Facts returns the properties of a step apart from what it calls.
func (s *Step) Facts() []Fact {
	var facts []Fact
	if s.When != "" {
		facts = append(facts, Fact{Kind: WhenFact, Word: "only if", Code: s.When})
	}
	if s.Each != nil {
		facts = append(facts, Fact{Kind: EachFact, Word: "for each " + s.Each.As + " of", Code: s.Each.Over, Note: s.Each.bounds()})
	}
	if s.Pages != nil {
		facts = append(facts, Fact{Kind: PagesFact, Word: "all pages", Code: s.Pages.Items, Note: limit(s.Pages.Limit)})
	}
	if s.Reads {
		facts = append(facts, Fact{Kind: ReadsFact, Word: "only reads"})
	}
	if s.Cache != "" {
		facts = append(facts, Fact{Kind: CacheFact, Word: "cached", Note: s.Cache})
	}
	facts = append(facts, conditions(RequireFact, "require", s.Require)...)
	if s.Poll != nil {
		facts = append(facts, s.Poll.facts()...)
	}
	facts = append(facts, conditions(ExpectFact, "expect", s.Expect)...)
	for _, r := range s.OnError {
		facts = append(facts, Fact{Kind: ErrorFact, Word: "on", Code: r.That, Note: r.Causes, Fail: r.Fail, Use: r.Use})
	}
	if s.Undo != "" {
		facts = append(facts, Fact{Kind: UndoFact, Word: "undone by", Note: s.Undo})
	}
	return facts
}

// Requirements returns the conditions on the inputs.
func (g *Graph) Requirements() []Fact { return conditions(RequireFact, "require", g.Require) }

func conditions(kind FactKind, word string, list []Condition) []Fact {
	var facts []Fact
	for _, c := range list {
		facts = append(facts, Fact{Kind: kind, Word: word, Code: c.That, Fail: c.Fail})
	}
	return facts
}

func (e *Each) bounds() string {
	var parts []string
	switch {
	case e.Concurrency == 1:
		parts = append(parts, "one after the other")
	case e.Concurrency > 1:
		parts = append(parts, fmt.Sprintf("at most %d at a time", e.Concurrency))
	}
	if e.Limit > 0 {
		parts = append(parts, limit(e.Limit))
	}
	return strings.Join(parts, ", ")
}

func limit(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("up to %d elements", n)
}

func (p *Poll) facts() []Fact {
	if p.Again {
		return []Fact{{Kind: UntilFact, Word: "tried again until", Code: p.Until}}
	}
	facts := []Fact{{Kind: UntilFact, Word: "until", Code: p.Until, Note: p.bounds()}}
	if p.FailedIf != "" {
		facts = append(facts, Fact{Kind: FailedFact, Word: "failed if", Code: p.FailedIf, Fail: p.Fail})
	}
	return facts
}

func (p *Poll) bounds() string {
	var parts []string
	if p.Every > 0 {
		parts = append(parts, "every "+short(p.Every))
	}
	if p.Timeout > 0 {
		parts = append(parts, "for "+short(p.Timeout)+" at most")
	}
	if p.Location {
		parts = append(parts, "at its Location")
	}
	return strings.Join(parts, ", ")
}

// short returns a duration as a manifest writes it: 10m instead of 10m0s.
func short(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = strings.TrimSuffix(text, zero[1:])
		}
	}
	return text
}

// Words describes the graph in sentences, for people who cannot see a picture of it.
func (g *Graph) Words() string {
	var b strings.Builder
	if g.Description != "" {
		b.WriteString(g.Description + " ")
	}
	for i, stage := range g.Stages {
		fmt.Fprintf(&b, "%d. %s ", i+1, stage.words())
	}
	return strings.TrimSpace(b.String())
}

// words describes a stage.
func (s Stage) words() string {
	if s.Step != nil {
		return s.Step.words() + "."
	}
	lanes := make([]string, len(s.Lanes))
	for i, lane := range s.Lanes {
		var stages []string
		for _, inner := range lane {
			stages = append(stages, inner.words())
		}
		lanes[i] = strings.Join(stages, " Then ")
	}
	return strings.Join(lanes, " At the same time, ")
}

// words describes a step.
func (s *Step) words() string {
	text := s.Name + " runs " + s.Function
	switch {
	case s.Call != nil:
		text = s.Name + " calls " + s.Call.Operation
	case s.Part:
		text = s.Name + " uses the part " + s.Function
	}
	if s.Writes {
		text += ", which writes"
	}
	for _, f := range s.Facts() {
		text += "; " + f.String()
	}
	return text
}

// String returns the fact in one line: "expect size(this.body) > 0, else NOT_FOUND".
func (f Fact) String() string {
	text := f.Word
	if f.Code != "" {
		text += " " + f.Code
	}
	switch {
	case f.Note != "" && f.Code != "":
		text += ", " + f.Note
	case f.Note != "":
		text += " " + f.Note
	}
	switch {
	case f.Use != "":
		text += ", use " + f.Use
	case f.Fail != "":
		text += ", " + f.Link() + " " + f.Fail
	}
	return text
}

// Link returns the word between a fact and its failure: "else" if the failure follows when a condition does not hold, otherwise "then".
func (f Fact) Link() string {
	if f.Kind == RequireFact || f.Kind == ExpectFact {
		return "else"
	}
	return "then"
}
