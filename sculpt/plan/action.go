package plan

import (
	"slices"
	"strings"
	"time"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Action is something that a tool does: one of the types of this file, or a *Check, *Var, *Step or *GoStep.
type Action interface {
	Own() []Expression  // its expressions, without those of the actions inside it; an Expression without a Node stands for none
	inside() [][]Action // the actions that it consists of, in blocks
	rewritten(Steps) Action
}

// StepAction is what a step does: a *Step or a *GoStep.
type StepAction interface {
	Action
	StepName() string
	Writes() bool // it can change something
}

// StepName returns the name of the step.
func (s *Step) StepName() string   { return s.Name }
func (s *GoStep) StepName() string { return s.Name }

// Writes reports whether the step can change something.
func (s *Step) Writes() bool   { return s.Call.Writes() }
func (s *GoStep) Writes() bool { return s.Function.Writes }

// Together runs branches at the same time, and ends when all have ended. The first that fails ends the others. No branch
// reads what another one has.
type Together struct {
	Branches [][]Action // two or more
}

// When runs actions only if a condition holds: those of a step that is absent otherwise. What comes of the step is read by
// StepRoots, as optionals.
type When struct {
	Step    StepAction
	If      ir.Node // bool
	Where   Where
	Actions []Action
}

// Each runs actions for each element of a list: those of a step, of which a list comes. The element is an ElementRoot.
type Each struct {
	Step        StepAction
	As          string  // what the manifest calls the element
	List        ir.Node // a list
	Before      []*Part // parts of the step's request that the analysis has taken out, and that are computed once, before the first element
	Concurrency int64   // at most so many elements at the same time; 1 is one after the other
	Limit       int64   // the list has at most so many elements; 0: it is known to have no more than that
	Where       Where
	Actions     []Action
}

// Pages collects the list of a step whose upstream answers it in pages, which are asked for one after the other until there is no
// further one, the list is full, or it is enough. What comes of it is read by PagesRoots.
type Pages struct {
	Step    *Step
	Before  []*Part // parts of the step's request that the analysis has taken out, and that are computed once, before the first page
	By      PageKind
	Start   int64    // of numbers and offsets: that of the first page
	Limit   ir.Node  // int: how many items the list has at most
	Items   ir.Node  // list: those of a page
	Next    ir.Node  // what a page says of the one behind it: see PageKind
	Enough  ir.Node  // bool: nothing that reads the list needs a further page; nil: it is read to its end
	Search  bool     // with Enough: what reads the list looks for one element, and the pages before the last do not have it
	Actions []Action // for each page

	LimitWhere, ItemsWhere, NextWhere, EnoughWhere Where
}

// PageKind is what the pages of a list are asked for by.
type PageKind int

// The kinds, and what Next of [Pages] is.
const (
	Cursor PageKind = iota // an optional of what the next page is asked for with; absent, zero or empty if there is none
	Number                 // an optional bool: whether there is a next page; absent: there is unless this one is empty
	Offset                 // the same
	Link                   // string: the URL reference of the next page; empty if there is none
)

// Poll calls a step again and again, until something has come about. What comes of the step is its last answer. Rules of on_error are for each of its
// calls, and also for the end of the time; they end the calls.
type Poll struct {
	Step     *Step
	Before   []*Part // parts of the step's request that the analysis has taken out, and that are computed once, before the first call
	FailedIf ir.Node // bool: of an answer with which the tool ends in the failure Fail; nil: of none
	Fail     string
	Detail   ir.Node // string, or nil
	Until    ir.Node // bool: of the last answer
	Again    bool    // the calls are attempts of the policy of retry, which also says how long to wait. After the last, the step goes on with any answer
	Location bool    // from the second time on, a GET is made where the answers say (Location)
	Pending  bool    // nothing is read of the body of a 202

	// How long to wait: first Every, then Backoff times as long as before, up to MaxEvery, and all in all Timeout. 0 is the run-time library's default.
	Every, MaxEvery, Timeout time.Duration
	Backoff                  float64

	UntilWhere, FailedWhere Where
}

// HasOptions reports whether the calls are made otherwise than by a step that calls once.
func (p *Poll) HasOptions() bool { return p.Again || p.Location || p.Pending || p.Timeout > 0 }

// Answered runs actions only if the call of a step was answered. They are what the step expects of an answer, which a value that stands in for one need not
// meet.
type Answered struct {
	Step    *Step
	Actions []Action
}

// Undo says how a step is taken back that was carried out: by actions that end with a call, if the tool fails later. Vars that the
// call needs and that are not there yet are among the actions, although they may be computed again later.
type Undo struct {
	Of      string // the step
	Limit   time.Duration
	Kept    []string // the failures with which the tool can end and the step is not taken back, [Fault] last; nil: it is with all of them
	Actions []Action
}

// Fault stands among the failures of a tool for every end that none of them is.
const Fault = ""

// KeptAt reports whether the step is not taken back if the tool ends in a failure, or in a [Fault].
func (u *Undo) KeptAt(failure string) bool { return slices.Contains(u.Kept, failure) }

// Unless says with which ends of the tool the step is not taken back: LATE, a fault. It is empty where there are none.
func (u *Undo) Unless() string {
	names := slices.Clone(u.Kept)
	for i, name := range names {
		if name == Fault {
			names[i] = "a fault"
		}
	}
	return strings.Join(names, ", ")
}

// Blind reports whether what takes the step back reads nothing of its answer, so that it can be taken back whatever that is.
func (u *Undo) Blind() bool {
	blind := true
	Expressions(u.Actions, func(n ir.Node) {
		blind = blind && !ir.Contains(n, func(n ir.Node) bool {
			root, ok := n.(*ir.Root)
			return ok && root.OfStep() && root.Name == u.Of
		})
	})
	return blind
}

// Call is the call that takes the step back.
func (u *Undo) Call() *Step { return u.Actions[len(u.Actions)-1].(*Step) }

func (*Check) inside() [][]Action      { return nil }
func (*Var) inside() [][]Action        { return nil }
func (*Step) inside() [][]Action       { return nil }
func (*GoStep) inside() [][]Action     { return nil }
func (t *Together) inside() [][]Action { return t.Branches }
func (w *When) inside() [][]Action     { return [][]Action{w.Actions} }
func (e *Each) inside() [][]Action     { return [][]Action{e.Actions} }
func (p *Pages) inside() [][]Action    { return [][]Action{p.Actions} }
func (p *Poll) inside() [][]Action     { return [][]Action{{p.Step}} }
func (a *Answered) inside() [][]Action { return [][]Action{a.Actions} }
func (u *Undo) inside() [][]Action     { return [][]Action{u.Actions} }

// Walk calls f for each of the actions, and then for those inside it, in the order in which they stand in the code.
func Walk(actions []Action, f func(Action)) {
	for _, a := range actions {
		f(a)
		for _, inner := range a.inside() {
			Walk(inner, f)
		}
	}
}

// WalkAll is [Walk], and goes behind each step that uses a part through what that does.
func WalkAll(actions []Action, f func(Action)) {
	Walk(actions, func(a Action) {
		f(a)
		if s, ok := a.(*GoStep); ok && s.Part() != nil {
			WalkAll(s.Part().Actions, f)
		}
	})
}

// Concurrent calls f for every two steps that may run at the same time, and with one step twice if it runs for several elements at the
// same time. Those of the parts that the tool uses are among them.
func (t *Tool) Concurrent(f func(a, b *Step)) {
	Walk(t.Actions, func(a Action) {
		switch a := a.(type) {
		case *Together:
			for i, branch := range a.Branches {
				for _, other := range a.Branches[:i] {
					eachPair(allSteps(other), allSteps(branch), f)
				}
			}
		case *Each:
			if a.Concurrency > 1 {
				steps := allSteps(a.Actions)
				eachPair(steps, steps, f)
			}
		case *GoStep:
			if a.Part() != nil {
				a.Part().Concurrent(f)
			}
		case *Check, *Var, *Step, *When, *Pages, *Poll, *Answered, *Undo: // one thing after the other
		}
	})
}

func eachPair(first, second []*Step, f func(a, b *Step)) {
	for _, a := range first {
		for _, b := range second {
			f(a, b)
		}
	}
}

// AllSteps is [Tool.Steps] with those of the parts that the tool uses, each behind the step that uses its part first.
func (t *Tool) AllSteps() []*Step { return allSteps(t.Actions) }

// EachStep calls f for each of [Tool.AllSteps], with the path to it: site.lookup is the step lookup of the part that the step site uses.
func (t *Tool) EachStep(f func(path string, s *Step)) {
	seen := map[*Step]bool{}
	var each func(t *Tool, at string)
	each = func(t *Tool, at string) {
		Walk(t.Actions, func(a Action) {
			switch a := a.(type) {
			case *Step:
				if !seen[a] {
					seen[a] = true
					f(at+a.Name, a)
				}
			case *GoStep:
				if a.Part() != nil {
					each(a.Part(), at+a.Name+".")
				}
			case *Check, *Var, *Together, *When, *Each, *Pages, *Poll, *Answered, *Undo: // Walk goes into them
			}
		})
	}
	each(t, "")
}

func allSteps(actions []Action) []*Step {
	var list []*Step
	WalkAll(actions, func(a Action) {
		if s, ok := a.(*Step); ok && !slices.Contains(list, s) {
			list = append(list, s)
		}
	})
	return list
}

// Lists returns what steps run for the elements of, by the step.
func (t *Tool) Lists() map[string]ir.Node {
	lists := map[string]ir.Node{}
	Walk(t.Actions, func(a Action) {
		if each, ok := a.(*Each); ok {
			lists[each.Step.StepName()] = each.List
		}
	})
	return lists
}

// LeaveOut returns the failures with which an element is left out.
func (e *Each) LeaveOut() []string {
	if s, ok := e.Step.(*GoStep); ok {
		return s.LeaveOut
	}
	return nil
}

// Loops returns what runs for each element of a list, in the order in which it stands in the code.
func (t *Tool) Loops() []*Each { return all[*Each](t) }

// Steps returns the steps that call operations, in the order in which they stand in the code.
func (t *Tool) Steps() []*Step { return all[*Step](t) }

// GoSteps returns the steps that call functions or use parts, in the order in which they stand in the code.
func (t *Tool) GoSteps() []*GoStep { return all[*GoStep](t) }

// Longest returns how long a call may take at most, with what it takes back if it fails, which has time of its own. The elements of a list count
// as one there: how many there are is not known.
func (t *Tool) Longest() time.Duration {
	longest := t.Timeout
	WalkAll(t.Actions, func(a Action) {
		if u, ok := a.(*Undo); ok {
			longest += u.Limit
		}
	})
	return longest
}

// WritingSteps reports whether any step can change something.
func (t *Tool) WritingSteps() bool {
	found := false
	Walk(t.Actions, func(a Action) {
		step, ok := a.(StepAction)
		found = found || ok && step.Writes()
	})
	return found
}

// Vars returns the vars that are computed, in the order in which they stand in the code, each once.
func (t *Tool) Vars() []*Var {
	named := map[string]bool{}
	return slices.DeleteFunc(all[*Var](t), func(v *Var) bool {
		again := named[v.Name]
		named[v.Name] = true
		return again
	})
}

// all returns the actions of one kind.
func all[A Action](t *Tool) []A {
	var list []A
	Walk(t.Actions, func(a Action) {
		if one, ok := a.(A); ok {
			list = append(list, one)
		}
	})
	return list
}
