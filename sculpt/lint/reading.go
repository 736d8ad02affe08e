package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/value"
)

// reading is how an author can write a chain of reads, such as steps.booking.body.id, of which something may be missing. A form that the
// chain does not have is empty.
type reading struct {
	condition string // has(steps.booking.body.id): that it is there
	optional  string // steps.booking.body.?id
	value     string // steps.booking.body.?id.orValue('?')
}

func newReading(e fragileExpression, places value.Sources) reading {
	literal := standIns[e.Type.Kind]
	if call, ok := e.Node.(*ir.Call); ok && call.Func == ir.FnValue && call.Source != nil {
		return ofOptional(places.Text(call.Source), literal)
	}
	w := &rewriter{places: places, failing: e.Chain}
	if !w.read(e.Node) || w.text == "" {
		return reading{}
	}
	r := reading{condition: strings.Join(w.conditions, " && ")}
	if w.incomplete {
		r.condition = ""
	}
	if w.null {
		w.questionLast()
		if optional := w.optional(); literal != "" {
			r.value = optional + ".unlessNull().orValue(" + literal + ")"
		}
		return r
	}
	r.optional = w.optional()
	if literal != "" {
		r.value = r.optional + ".orValue(" + literal + ")"
	}
	return r
}

// ofOptional is the reading of x.value(), with the literal that stands for a missing value, or none.
func ofOptional(text, literal string) reading {
	optional, ok := strings.CutSuffix(text, ".value()")
	if !ok {
		return reading{}
	}
	r := reading{condition: optional + ".hasValue()", optional: optional}
	if literal != "" {
		r.value = optional + ".orValue(" + literal + ")"
	}
	return r
}

// standIns are the literals that stand for what is missing, by its type.
var standIns = map[ir.Kind]string{
	ir.String: "'?'", ir.Int: "0", ir.Uint: "0u", ir.Double: "0.0", ir.Bool: "false", ir.List: "[]", ir.Map: "{}", ir.Dyn: "null",
}

// rewriter goes through a chain of reads from its beginning to its end.
type rewriter struct {
	places  value.Sources
	failing []ir.Node // the reads that may find nothing

	text       string   // what the author has written so far
	null       bool     // the last read may find null
	questions  []int    // where in text to write a question mark, for a read of what may be missing
	conditions []string // under which the reads so far find something
	incomplete bool     // there is a read for which no condition can be written
}

// read goes through the chain that ends with n, and reports whether all of it stands together.
func (w *rewriter) read(n ir.Node) bool {
	below, isRead := readFrom(n)
	if !isRead { // the chain begins with it
		return true
	}
	if !w.read(below) {
		return false
	}
	fails := slices.Contains(w.failing, n)
	if _, ok := n.(*ir.NotNull); ok {
		if fails {
			w.null = true
			w.conditions = append(w.conditions, w.text+" != null")
		}
		return true
	}
	return w.next(n, fails)
}

// next goes on with a read.
func (w *rewriter) next(n ir.Node, fails bool) bool {
	at := placeOf(n)
	if at == nil {
		return false
	}
	text := w.places.Text(at)
	last, ok := lastRead(text)
	if !ok || !strings.HasPrefix(text, w.text) {
		return false
	}
	if fails || w.null {
		w.questions = append(w.questions, last.at)
	}
	w.text, w.null = text, false
	if fails {
		w.ask(n, last)
	}
	return true
}

// questionLast makes the last read one of what may be missing.
func (w *rewriter) questionLast() {
	if last, ok := lastRead(w.text); ok && !slices.Contains(w.questions, last.at) {
		w.questions = append(w.questions, last.at)
	}
}

// ask adds the condition under which a read, the last of text, finds something.
func (w *rewriter) ask(n ir.Node, last selector) {
	switch n := n.(type) {
	case *ir.Element:
		index, isConst := n.Index.(*ir.Const)
		if !isConst || index.Value.(int64) < 0 {
			w.incomplete = true
			return
		}
		w.conditions = append(w.conditions, "size("+last.before(w.text)+") > "+strconv.FormatInt(index.Value.(int64), 10))
	default:
		if last.indexed {
			w.conditions = append(w.conditions, last.index(w.text)+" in "+last.before(w.text))
			return
		}
		w.conditions = append(w.conditions, "has("+w.text+")")
	}
}

// optional is the chain with its question marks.
func (w *rewriter) optional() string {
	text := w.text
	for _, at := range slices.Backward(w.questions) {
		text = text[:at] + "?" + text[at:]
	}
	return text
}

// selector is where the text of a read has what is read: the name of a field, or what stands in brackets.
type selector struct {
	at      int
	indexed bool
}

// before is what is read from.
func (s selector) before(text string) string {
	return strings.TrimRight(text[:s.at-1], " \t\r\n")
}

// index is what stands in the brackets.
func (s selector) index(text string) string { return text[s.at : len(text)-1] }

// lastRead returns where the last read of a text is, which ends with it.
func lastRead(text string) (s selector, ok bool) {
	tokens := source.Scan(text)
	last := len(tokens) - 2 // the one after it is the end of the text
	if last < 1 {
		return selector{}, false
	}
	if tokens[last].Text != "]" {
		return selector{at: tokens[last].At}, tokens[last-1].Text == "."
	}
	if open, _ := opening(tokens, last); open > 0 {
		return selector{at: tokens[open].End, indexed: true}, true
	}
	return selector{}, false
}

// opening returns which token opens what the last one closes, and which are the commas between what stands in it, the last first; open is -1 if
// the last one closes nothing.
func opening(tokens []source.Token, last int) (open int, commas []int) {
	depth := 0
	for i := last; i >= 0; i-- {
		switch tokens[i].Text {
		case "]", ")", "}":
			depth++
		case "[", "(", "{":
			depth--
		case ",":
			if depth == 1 {
				commas = append(commas, i)
			}
		}
		if depth == 0 {
			return i, commas
		}
	}
	return -1, nil
}
