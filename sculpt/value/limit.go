package value

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/nact/upstream"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// limit is something that a document, or HTTP, says of a value, and that only the running service can check.
type limit struct {
	broken   func(x ir.Node) ir.Node   // makes the condition that x, a value neither absent nor null, breaks the limit
	exact    string                    // the limit in full where must shortens it; empty: must is complete
	must     string                    // what the value must be, as in "it must be a multiple of 5"; empty: bound says it
	nonEmpty bool                      // the limit is that a text is not empty
	met      func(in *nact.Input) bool // reports whether no value of an input can break the limit; nil: any may
	bound
}

// bound is a limit on one side, or on both.
type bound struct {
	least, most string // numbers; empty: there is no bound on that side
	of          string // what is counted, as in "characters"; empty: the value itself is the number
}

func (b bound) words() string {
	be, of := "it must be", ""
	if b.of != "" {
		be, of = "it must have", " "+b.of
	}
	switch {
	case b.most == "":
		return be + " at least " + b.least + of
	case b.least == "":
		return be + " at most " + b.most + of
	}
	return be + " from " + b.least + " to " + b.most + of
}

// words says what a value must be to keep all limits.
func words(limits []limit) string {
	var all []string
	for i, l := range limits {
		switch {
		case l.must != "":
			all = append(all, l.must)
		case i > 0 && limits[i-1].least != "" && l.most != "" && limits[i-1].of == l.of:
			all[len(all)-1] = bound{limits[i-1].least, l.most, l.of}.words()
		default:
			all = append(all, l.words())
		}
	}
	return strings.Join(all, "; ")
}

// exactly returns a text that two lists of limits have in common only if they are the same.
func exactly(limits []limit) string {
	all := []string{words(limits)}
	for _, l := range limits {
		all = append(all, l.exact)
	}
	return strings.Join(all, "\n")
}

// limitsOf are what a document says of a value of type t.
func limitsOf(s *spec.Schema, t *ir.Type) []limit {
	switch {
	case s.Kind == spec.String && t.Kind == ir.String:
		return append(enumLimits(s, t), textLimits(s)...)
	case s.Kind == spec.Integer && t.Kind == ir.Int:
		return append(enumLimits(s, t), intLimits(s)...)
	case s.Kind == spec.Number && t.Kind == ir.Double:
		return append(enumLimits(s, t), doubleLimits(s)...)
	case s.Kind == spec.Array && t.Kind == ir.List:
		return listLimits(s, t)
	}
	return nil
}

// enumLimits is the limit of a value of which the document lists all that there are.
func enumLimits(s *spec.Schema, t *ir.Type) []limit {
	if len(s.Enum) == 0 {
		return nil
	}
	allowed := &ir.ListLit{T: ir.ListOf(t)}
	var names []string
	for _, v := range s.Enum {
		if c := constant(v, t.Kind); c != nil {
			allowed.Elems = append(allowed.Elems, c)
			names = append(names, diag.Clip(show(v)))
		}
	}
	const most = 12
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	not := func(x ir.Node) ir.Node { return &ir.Not{X: &ir.In{X: x, List: again(allowed)}} }
	return []limit{{broken: not, must: "it must be one of " + strings.Join(names, ", "), exact: fmt.Sprintf("%q", s.Enum)}}
}

// constant is a literal of a document as one of a kind of types, or nil if it is none.
func constant(v any, kind ir.Kind) ir.Node {
	text, isText := v.(string)
	n, isNumber := spec.Float(v)
	switch {
	case kind == ir.String && isText:
		return ir.Text(text)
	case kind == ir.Double && isNumber:
		return double(n)
	case kind == ir.Int && isNumber && n == float64(int64(n)):
		return ir.Int64(int64(n))
	}
	return nil
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

func double(f float64) *ir.Const { return &ir.Const{T: ir.DoubleType, Value: f} }

// textLimits are the limits of a text.
func textLimits(s *spec.Schema) []limit {
	limits := lengthLimits(s)
	if _, err := regexp.Compile(s.Pattern); err == nil && s.Pattern != "" {
		not := func(x ir.Node) ir.Node { return &ir.Not{X: &ir.Matches{X: x, Pattern: s.Pattern}} }
		limits = append(limits, limit{
			broken: not, must: "it must match the pattern " + diag.Clip(s.Pattern), exact: s.Pattern,
			met: func(in *nact.Input) bool { return in.Pattern == s.Pattern },
		})
	}
	if example := formatExamples[s.Format]; example != "" {
		limits = append(limits, limit{
			broken: func(x ir.Node) ir.Node { return &ir.Not{X: ir.FnHasFormat.Call(x, ir.Text(s.Format))} },
			must:   fmt.Sprintf("it must have the format %s, as %s has", s.Format, example),
			met:    func(in *nact.Input) bool { return in.Format == s.Format },
		})
	}
	return limits
}

// lengthLimits are the limits of how many characters a text has.
func lengthLimits(s *spec.Schema) []limit {
	length := func(op string, n int64) func(x ir.Node) ir.Node {
		return func(x ir.Node) ir.Node { return compare(op, ir.FnSize.Call(x), ir.Int64(n)) }
	}
	var limits []limit
	switch {
	case s.MinLength == nil || *s.MinLength == 0:
	case *s.MinLength == 1:
		empty := func(x ir.Node) ir.Node { return compare("==", x, ir.Text("")) }
		limits = append(limits, limit{broken: empty, must: "it must not be empty", nonEmpty: true, met: neverEmpty})
	default:
		limits = append(limits, limit{
			broken: length("<", *s.MinLength),
			bound:  bound{least: whole(*s.MinLength), of: "characters"},
			met:    func(in *nact.Input) bool { return int64(in.MinLength) >= *s.MinLength },
		})
	}
	if s.MaxLength != nil {
		limits = append(limits, limit{
			broken: length(">", *s.MaxLength),
			bound:  bound{most: whole(*s.MaxLength), of: "characters"},
			met:    func(in *nact.Input) bool { return in.MaxLength > 0 && int64(in.MaxLength) <= *s.MaxLength },
		})
	}
	return limits
}

// hasFormat reports whether an input has a format: no format has the empty text.
func hasFormat(in *nact.Input) bool { return in.Format != "" }

// neverEmpty reports whether an input takes no empty text.
func neverEmpty(in *nact.Input) bool { return hasFormat(in) || in.MinLength > 0 }

// intLimits are the limits of an integer.
func intLimits(s *spec.Schema) []limit {
	least, most := float64(math.MinInt64), float64(math.MaxInt64)
	if s.Format == "int32" {
		least, most = math.MinInt32, math.MaxInt32
	}
	if s.Minimum != nil {
		least = max(least, math.Ceil(*s.Minimum))
	}
	if s.Maximum != nil {
		most = min(most, math.Floor(*s.Maximum))
	}
	var limits []limit
	if least > math.MinInt64 {
		n := int64(least)
		limits = append(limits, limit{
			broken: func(x ir.Node) ir.Node { return compare("<", x, ir.Int64(n)) },
			bound:  bound{least: whole(n)},
			met:    func(in *nact.Input) bool { return in.Min != nil && *in.Min >= n },
		})
	}
	if most < math.MaxInt64 {
		n := int64(most)
		limits = append(limits, limit{
			broken: func(x ir.Node) ir.Node { return compare(">", x, ir.Int64(n)) },
			bound:  bound{most: whole(n)},
			met:    func(in *nact.Input) bool { return in.Maximum() <= n },
		})
	}
	for _, of := range s.MultipleOf {
		if of != math.Trunc(of) || of == 0 {
			continue
		}
		limits = append(limits, limit{
			broken: func(x ir.Node) ir.Node {
				rest := &ir.Binary{T: ir.IntType, Op: "%", X: x, Y: ir.Int64(int64(of))}
				return compare("!=", rest, ir.Int64(0))
			},
			must: fmt.Sprintf("it must be a multiple of %d", int64(of)),
		})
	}
	return limits
}

// doubleLimits are the limits of a number that need not be whole.
func doubleLimits(s *spec.Schema) []limit {
	than := func(op string, n float64) func(x ir.Node) ir.Node {
		return func(x ir.Node) ir.Node { return compare(op, x, double(n)) }
	}
	var limits []limit
	switch {
	case s.Above != nil:
		limits = append(limits, limit{
			broken: than("<=", *s.Above), must: "it must be above " + decimal(*s.Above),
			met: func(in *nact.Input) bool { return in.Least != nil && *in.Least > *s.Above },
		})
	case s.Minimum != nil:
		limits = append(limits, limit{
			broken: than("<", *s.Minimum),
			bound:  bound{least: decimal(*s.Minimum)},
			met:    func(in *nact.Input) bool { return in.Least != nil && *in.Least >= *s.Minimum },
		})
	}
	switch {
	case s.Below != nil:
		limits = append(limits, limit{
			broken: than(">=", *s.Below), must: "it must be below " + decimal(*s.Below),
			met: func(in *nact.Input) bool { return in.Most != nil && *in.Most < *s.Below },
		})
	case s.Maximum != nil:
		limits = append(limits, limit{
			broken: than(">", *s.Maximum),
			bound:  bound{most: decimal(*s.Maximum)},
			met:    func(in *nact.Input) bool { return in.Most != nil && *in.Most <= *s.Maximum },
		})
	}
	for _, of := range s.MultipleOf {
		not := func(x ir.Node) ir.Node { return &ir.Not{X: ir.FnIsMultiple.Call(x, double(of))} }
		limits = append(limits, limit{
			broken: not, must: "it must be a multiple of " + decimal(of),
			met: func(in *nact.Input) bool { return in.Decimals > 0 && runtime.IsMultiple(math.Pow10(-in.Decimals), of) },
		})
	}
	return limits
}

// listLimits are the limits of a list: of how many elements it has, and of each.
func listLimits(s *spec.Schema, t *ir.Type) []limit {
	size := func(op string, n int64) func(x ir.Node) ir.Node {
		return func(x ir.Node) ir.Node { return compare(op, ir.FnLen.Call(x), ir.Int64(n)) }
	}
	var limits []limit
	if s.MinItems != nil && *s.MinItems > 0 {
		limits = append(limits, limit{
			broken: size("<", *s.MinItems),
			bound:  bound{least: whole(*s.MinItems), of: "elements"},
			met:    func(in *nact.Input) bool { return int64(in.MinItems) >= *s.MinItems },
		})
	}
	if s.MaxItems != nil {
		limits = append(limits, limit{
			broken: size(">", *s.MaxItems),
			bound:  bound{most: whole(*s.MaxItems), of: "elements"},
			met:    func(in *nact.Input) bool { return in.Type == nact.List && int64(in.MaximumItems()) <= *s.MaxItems },
		})
	}
	if s.UniqueItems && t.Elem.Scalar() && !t.Elem.Nullable {
		repeated := func(x ir.Node) ir.Node {
			return compare("<", ir.FnLen.Call(ir.FnDistinct.Call(x)), ir.FnLen.Call(again(x)))
		}
		limits = append(limits, limit{broken: repeated, must: "its elements must be distinct", met: func(in *nact.Input) bool { return in.Unique }})
	}
	if t.Elem.Enum != nil {
		return limits // its values have been held against the schema
	}
	if each := limitsOf(s.Items, plain(t.Elem)); len(each) > 0 {
		some := func(x ir.Node) ir.Node {
			element := &ir.Local{T: t.Elem, Name: "element"}
			return &ir.Loop{T: ir.BoolType, Kind: ir.Any, Over: x, Var: element, Where: broken(&ir.Ref{To: element}, each)}
		}
		limits = append(limits, limit{
			broken: some, must: "of each element, " + words(each), exact: exactly(each),
			met: func(in *nact.Input) bool {
				return in.Items != nil && !slices.ContainsFunc(each, func(l limit) bool { return l.met == nil || !l.met(in.Items) })
			},
		})
	}
	return limits
}

// wireLimit is a limit of texts at a place of a request.
type wireLimit struct {
	limit
	fits func(text string) bool
}

// The limits of a text in the path of a request, of one in a header, and of the name of a file.
var (
	fitsPath = wireLimit{fits: upstream.FitsPath, limit: limit{
		broken: func(x ir.Node) ir.Node { return &ir.Not{X: ir.FnFitsPath.Call(x)} },
		must:   "it must not be empty, have a part . or .., or hold control characters",
		met:    func(in *nact.Input) bool { return hasFormat(in) && in.Format != "uri" }, // texts of other formats stand for themselves in a path
	}}
	fitsHeader = wireLimit{fits: upstream.FitsHeader, limit: limit{
		broken: func(x ir.Node) ir.Node { return &ir.Not{X: ir.FnFitsHeader.Call(x)} },
		must:   "it must not hold control characters, such as line breaks",
		met:    hasFormat,
	}}
	fitsFilename = wireLimit{fits: upstream.FitsFilename, limit: limit{
		broken: func(x ir.Node) ir.Node { return &ir.Not{X: ir.FnFitsFilename.Call(x)} },
		must:   "it must be the name of a file, without slashes, backslashes and control characters",
	}}
)

// compare is a comparison.
func compare(op string, x, y ir.Node) ir.Node { return &ir.Binary{T: ir.BoolType, Op: op, X: x, Y: y} }
