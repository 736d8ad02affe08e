package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// toolFile is the file of a tool that is being written.
type toolFile struct {
	g         *generator
	tool      *plan.Tool
	locals    map[rootKey]string // variables of the tool's function
	functions []jen.Code         // for expressions that are longer than a line
	patterns  []string           // regular expressions, in the order of their first use
	patternID map[string]string
	zones     []string // time zones, in the order of their first use
	zoneID    map[string]string
	addresses []address // IP addresses and CIDR blocks, in the order of their first use
}

// toolFile returns the file of a tool: what goes in and comes out, the function that runs its steps, the functions of its
// longer expressions, and its signature.
func (g *generator) toolFile(t *plan.Tool) *jen.File {
	tf := &toolFile{g: g, tool: t, locals: map[rootKey]string{}, patternID: map[string]string{}}
	run := tf.run()
	printer := newToolPrinter(g.pkg, t)
	f := g.files.New()
	gocode.Add(f, printer.structs()...)
	gocode.Add(f, tf.variables()...)
	gocode.Add(f, run)
	gocode.Add(f, tf.functions...)
	gocode.Add(f, printer.descriptor(), printer.signature())
	return f
}

// pattern returns the variable that holds a compiled regular expression.
func (tf *toolFile) pattern(text string) string {
	if name, ok := tf.patternID[text]; ok {
		return name
	}
	name := tf.g.names.Function(tf.g.names.Tool(tf.tool).Method, "pattern"+strconv.Itoa(len(tf.patterns)+1))
	tf.patternID[text] = name
	tf.patterns = append(tf.patterns, text)
	return name
}

// patternVars returns
//
//	// The regular expressions of lookup_weather_by_city. They were checked when this file was generated.
//	var (
//		lookupWeatherByCityPattern1 = regexp.MustCompile(`^[A-Z]`)
//	)
func (tf *toolFile) patternVars() *jen.Statement {
	var defs []jen.Code
	for _, p := range tf.patterns {
		defs = append(defs, jen.Id(tf.patternID[p]).Op("=").Qual("regexp", "MustCompile").Call(gocode.Lit(p)))
	}
	return gocode.Doc("The regular expressions of " + tf.tool.Name + ". They were checked when this file was generated.").Line().Var().Defs(defs...)
}

// run returns the method that runs the tool:
//
//	func (s *Service) LookupWeatherByCity(ctx context.Context, in LookupWeatherByCityInput) (out LookupWeatherByCityOutput, err error) {
//		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//		defer cancel()
//		...
//		return out, nil
//	}
func (tf *toolFile) run() *jen.Statement {
	g, t := tf.g, tf.tool
	fl := newFlow(tf)
	fl.start()
	for _, a := range t.Actions {
		fl.action(a)
	}
	fl.block.add(jen.Line())
	for _, out := range t.Outputs {
		fl.output(out)
	}
	fl.block.add(jen.Return(jen.Id("out"), jen.Nil()))
	return tf.runDoc().Line().
		Func().Params(jen.Id("s").Op("*").Id("Service")).Id(g.names.Tool(t).Method).
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("in").Id(g.names.Tool(t).Input)).
		Params(jen.Id("out").Id(g.names.Tool(t).Output), jen.Err().Error()).
		Block(fl.block.stmts...)
}

// runDoc returns the comment of the method: what the tool does, the calls that it makes, how it can fail.
func (tf *toolFile) runDoc() *jen.Statement {
	t := tf.tool
	paragraphs := []string{tf.g.names.Tool(t).Method + " runs " + t.Name + ": " + gocode.Sentence(t.Description)}
	chain := ""
	for _, a := range t.Actions {
		if s, ok := a.(*plan.Step); ok {
			if chain != "" {
				chain += " → "
			}
			chain += s.Call.ID
		}
	}
	if chain != "" {
		paragraphs = append(paragraphs, "\t"+chain)
	}
	for _, f := range t.Failures {
		paragraphs = append(paragraphs, "It fails with "+f.Name+": "+gocode.Sentence(f.Description))
	}
	return gocode.Paragraphs(paragraphs...)
}

// roots returns the variables that an expression reads, in the order of their first use, and whether it reads the
// inputs or the configuration.
func roots(n ir.Node) (keys []rootKey, inputs, config bool) {
	ir.Walk(n, func(n ir.Node) {
		r, ok := n.(*ir.Root)
		if !ok {
			return
		}
		inputs = inputs || r.Kind == ir.InputRoot
		config = config || r.Kind == ir.ConfigRoot
		if k, isVar := key(r); isVar && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	})
	return keys, inputs, config
}
