package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// runPrinter prints the method that runs a tool: the steps one below the other, each with what is checked before and
// after it.
type runPrinter struct {
	*pkg
	tool *plan.Tool
	ids  naming.Tool
}

// method returns
//
//	func (s *Service) LookupWeatherByCity(ctx context.Context, in LookupWeatherByCityInput) (out LookupWeatherByCityOutput, err error) {
//		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//		defer cancel()
//		...
//		return out, nil
//	}
func (p runPrinter) method(expressions *goexpr.File) *jen.Statement {
	b := p.block(expressions)
	body := b.body
	body.Add(p.limit()...)
	b.actions(p.tool.Actions)
	body.Add(jen.Line())
	for _, out := range p.tool.Outputs {
		b.failIn(out.Where)
		body.Assign(jen.Id("out").Dot(p.ids.Outputs[out.ID]), out.Value)
	}
	body.Add(jen.Return(jen.Id("out"), jen.Nil()))
	return p.code("$1\nfunc (s *Service) $2(ctx context.Context, in $3) (out $4, err error) {\n$5\n}",
		p.doc(), p.ids.Method, p.ids.Input, p.ids.Output, body.Statements())
}

// block returns the block of the method, in which nothing stands.
func (p runPrinter) block(expressions *goexpr.File) block {
	scope := p.names.Scope("s", "ctx", "cancel", "in", "out", "err")
	if p.tool.WritingSteps() {
		scope.Name(writes)
	}
	names := nameLocals(p.tool, scope)
	return block{pkg: p.pkg, tool: p.tool, locals: names, body: expressions.NewBody(scope, names.roots(p.tool.Locals)), exit: exit{fault: returnOut, failure: returnOut}}
}

// limit returns the statements that give a tool that calls anything its time limit, and those that remember what it changes.
func (p runPrinter) limit() []jen.Code {
	if len(p.tool.Steps()) == 0 && len(p.tool.GoSteps()) == 0 {
		return nil
	}
	statements := []jen.Code{p.code("ctx, cancel := context.WithTimeout(ctx, $1)\ndefer cancel()", gocode.Duration(p.tool.Timeout))}
	if p.tool.WritingSteps() {
		statements = append(statements, p.code("writes := flow.NewWrites(ctx)\ndefer writes.End(&err)"))
	}
	if p.tool.MaxRetries > 0 { // behind what takes back, which it does not bound
		statements = append(statements, p.code("ctx = $1", p.runtime.Upstream("LimitRetries").Call(jen.Id("ctx"), jen.Lit(int(p.tool.MaxRetries)))))
	}
	return append(statements, jen.Line())
}

// doc returns the comment of the method: what the tool does, the calls that it makes, and the names of its failures, which the signature
// describes.
func (p runPrinter) doc() *jen.Statement {
	paragraphs := []string{p.ids.Method + " runs " + p.tool.Signature.Name + ": " + gocode.Sentence(p.tool.Signature.Description)}
	if calls := calls(p.tool.Actions); calls != "" {
		paragraphs = append(paragraphs, "\t"+calls)
	}
	var failures []string
	for _, f := range p.tool.Signature.Failures {
		failures = append(failures, f.Name)
	}
	if len(failures) > 0 {
		paragraphs = append(paragraphs, "It fails with "+gocode.Alternatives(failures)+".")
	}
	return gocode.Paragraphs(paragraphs...)
}

// calls names the operations and functions that actions call, in order: geo.search → (weather.point | weather.alerts) → [mail.send], of
// which the last one may not run. A step that is called for page after page has an ellipsis behind it: clinic.listSlots…. One that
// is called until something has come about says so: clinic.getBooking until done.
func calls(actions []plan.Action) string {
	var parts []string
	for _, a := range actions {
		switch a := a.(type) {
		case *plan.Check, *plan.Var, *plan.Answered: // which call nothing
		case *plan.Step:
			parts = append(parts, a.Call.ID)
		case *plan.GoStep:
			parts = append(parts, a.Function.Name+"()") // of a part, the method says what that calls
		case *plan.Together:
			var branches []string
			for _, branch := range a.Branches {
				branches = append(branches, calls(branch))
			}
			parts = append(parts, "("+strings.Join(branches, " | ")+")")
		case *plan.When:
			parts = append(parts, "["+calls(a.Actions)+"]")
		case *plan.Each:
			parts = append(parts, calls(a.Actions)+" for each "+a.As)
		case *plan.Pages:
			parts = append(parts, calls(a.Actions)+"…")
		case *plan.Poll:
			until := " until done"
			if a.Again {
				until = ", perhaps again"
			}
			parts = append(parts, a.Step.Call.ID+until)
		case *plan.Undo:
			parts[len(parts)-1] += " (undone by " + calls(a.Actions) + ")"
		}
	}
	return strings.Join(parts, " → ")
}
