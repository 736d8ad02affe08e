package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// testHelperFile returns the file with what the tests of all tools share:
//
//	// replayed returns the service with answers in the place of its upstreams.
//	func replayed(t *testing.T, config Config, answers ...nacttest.Recording) *Service {
//		t.Helper()
//		replay := nacttest.NewReplay(t, answers...)
//		config.Upstreams = map[string]string{
//			"weather": replay.URL("weather"),
//		}
//		service, err := New(config)
//		if err != nil {
//			t.Fatal(err)
//		}
//		return service
//	}
func (g *generator) testHelperFile() *jen.File {
	urls := make([]jen.Code, len(g.plan.Upstreams))
	for i, u := range g.plan.Upstreams {
		urls[i] = jen.Lit(u.Name).Op(":").Id("replay").Dot("URL").Call(lit(u.Name))
	}
	f := g.newFile()
	add(f, doc("replayed returns the service with recorded answers in the place of its upstreams.").Line().
		Func().Id("replayed").
		Params(testParam(), jen.Id("config").Id("Config"), jen.Id("answers").Op("...").Add(g.nacttest("Recording"))).
		Op("*").Id("Service").
		Block(
			jen.Id("t").Dot("Helper").Call(),
			jen.Id("replay").Op(":=").Add(g.nacttest("NewReplay")).Call(jen.Id("t"), jen.Id("answers").Op("...")),
			jen.Id("config").Dot("Upstreams").Op("=").Map(jen.String()).String().Add(lines(urls...)),
			jen.List(jen.Id("service"), jen.Err()).Op(":=").Id("New").Call(jen.Id("config")),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err())),
			jen.Return(jen.Id("service")),
		))
	return f
}

func testParam() jen.Code { return jen.Id("t").Op("*").Qual("testing", "T") }

func (g *generator) nacttest(name string) *jen.Statement { return g.runtime("nacttest", name) }

// testFile returns the test of a tool, which runs its examples:
//
//	func TestLookupWeatherByCity(t *testing.T) {
//		t.Run("omaha today", func(t *testing.T) { // nact.yaml:80
//			service := replayed(t, Config{},
//				nacttest.Recording{...},
//			)
//			nacttest.Example{...}.Run(t, service)
//		})
//	}
func (g *generator) testFile(t *plan.Tool) *jen.File {
	runs := make([]jen.Code, len(t.Examples))
	for i, e := range t.Examples {
		run := jen.Func().Params(testParam()).Block(
			jen.Id("service").Op(":=").Id("replayed").Add(g.replayArguments(e)),
			g.example(t, e).Dot("Run").Call(jen.Id("t"), jen.Id("service")),
		)
		where := fmt.Sprintf("// %s:%d", plainText(g.plan.Manifest), e.Line)
		gap := jen.Null()
		if i > 0 {
			gap.Line()
		}
		runs[i] = gap.Comment(where).Line().Id("t").Dot("Run").Call(lit(e.Name), run)
	}
	f := g.newFile()
	add(f, jen.Func().Id(g.names.test(t)).Params(testParam()).Block(runs...))
	return f
}

// replayArguments returns
//
//	(t, Config{Contact: "me@example.com"},
//		nacttest.Recording{...},
//	)
func (g *generator) replayArguments(e *plan.Example) *jen.Statement {
	arguments := []jen.Code{jen.Id("t"), jen.Id("Config").Values(g.exampleConfig(e)...)}
	if len(e.Recordings) == 0 {
		return jen.Params(arguments...)
	}
	first := jen.List(arguments...)
	for _, r := range e.Recordings {
		first.Op(",").Line().Add(g.recording(r))
	}
	return jen.Params(first.Op(",").Line())
}

// exampleConfig returns the fields of the configuration that an example gives, and those that no service starts without.
func (g *generator) exampleConfig(e *plan.Example) []jen.Code {
	given := map[string]any{}
	for _, v := range e.Config {
		given[v.Name] = v.Value
	}
	var fields []jen.Code
	for _, v := range g.plan.Config {
		value, ok := given[v.Name]
		if !ok && !v.HasDefault {
			value, ok = "example", true
		}
		if ok {
			fields = append(fields, keyed(g.names.configField(v.Name), lit(fmt.Sprint(value))))
		}
	}
	return fields
}

// recording returns
//
//	nacttest.Recording{
//		Step: "place", Upstream: "geo", Method: "GET", Path: "/search",
//		...
//	}
func (g *generator) recording(r plan.Recording) *jen.Statement {
	op := r.Step.Call
	fields := []jen.Code{
		keyed("Step", lit(r.Step.Name)),
		keyed("Upstream", lit(op.Upstream.Name)),
		keyed("Method", method(op.Method)),
		keyed("Path", lit(op.Path)),
	}
	if op.Accept != "" {
		fields = append(fields, keyed("Accept", lit(op.Accept)))
	}
	if params := recordedParams(r.With); len(params) > 0 {
		fields = append(fields, keyed("Params", jen.Index().Add(g.nacttest("Param")).Add(lines(params...))))
	}
	switch {
	case r.File != "":
		fields = append(fields, keyed("File", lit(g.recordings[r.File])))
	case r.Body != "":
		fields = append(fields, keyed("Body", lit(r.Body)))
	}
	if r.Status != 0 && r.Status != 200 {
		fields = append(fields, keyed("Status", lit(r.Status)))
	}
	if r.Type != "" {
		fields = append(fields, keyed("ContentType", lit(r.Type)))
	}
	if len(r.Headers) > 0 {
		headers := make([]jen.Code, len(r.Headers))
		for i, h := range r.Headers {
			headers[i] = jen.Lit(h.Name).Op(":").Lit(fmt.Sprint(h.Value))
		}
		fields = append(fields, keyed("Header", jen.Map(jen.String()).String().Values(headers...)))
	}
	return g.nacttest("Recording").Add(lines(fields...))
}

// recordedParams returns {In: "query", Name: "area", Value: "NE"} for each value that must have been sent.
func recordedParams(with []plan.RecordedParam) []jen.Code {
	var params []jen.Code
	for _, p := range with {
		for _, sent := range sentParams(p) {
			params = append(params, inline(keyed("In", lit(p.In)), keyed("Name", lit(sent.Name)), keyed("Value", lit(sent.Value))))
		}
	}
	return params
}

// sentParam is a parameter as the one who parses a request finds it.
type sentParam struct{ Name, Value string }

// sentParams returns what is found of a parameter in a request: several parameters where it is exploded, the
// elements of a list in one value otherwise.
func sentParams(p plan.RecordedParam) []sentParam {
	switch {
	case p.In == "path":
		return []sentParam{{p.Name, sentInPath(p)}}
	case p.In == "header":
		return []sentParam{{p.Name, strings.Join(p.Values, ",")}}
	case p.Style == "deepObject":
		return numberedParams(p)
	case p.Explode:
		return repeatedParams(p)
	}
	separator := map[string]string{"spaceDelimited": " ", "pipeDelimited": "|"}[p.Style]
	if separator == "" {
		separator = ","
	}
	return []sentParam{{p.Name, strings.Join(p.Values, separator)}}
}

func numberedParams(p plan.RecordedParam) []sentParam {
	list := make([]sentParam, len(p.Values))
	for i, value := range p.Values {
		list[i] = sentParam{fmt.Sprintf("%s[%d]", p.Name, i), value}
	}
	return list
}

func repeatedParams(p plan.RecordedParam) []sentParam {
	list := make([]sentParam, len(p.Values))
	for i, value := range p.Values {
		list[i] = sentParam{p.Name, value}
	}
	return list
}

func sentInPath(p plan.RecordedParam) string {
	switch {
	case p.Style == "label" && p.Explode:
		return "." + strings.Join(p.Values, ".")
	case p.Style == "label":
		return "." + strings.Join(p.Values, ",")
	case p.Style == "matrix" && p.Explode:
		return ";" + p.Name + "=" + strings.Join(p.Values, ";"+p.Name+"=")
	case p.Style == "matrix":
		return ";" + p.Name + "=" + strings.Join(p.Values, ",")
	}
	return strings.Join(p.Values, ",")
}

// example returns
//
//	nacttest.Example{
//		ToolID:  "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
//		Tool:    "lookup_weather_by_city",
//		Inputs:  []nacttest.Argument{{Name: "City", Value: "Omaha, Nebraska"}},
//		Outputs: []nacttest.Output{{Name: "Summary", Value: "Sunny."}},
//	}
func (g *generator) example(t *plan.Tool, e *plan.Example) *jen.Statement {
	fields := []jen.Code{keyed("ToolID", lit(t.ID)), keyed("Tool", lit(t.Name))}
	if len(e.Inputs) > 0 {
		fields = append(fields, keyed("Inputs", g.namedValues("Argument", e.Inputs)))
	}
	if len(e.Outputs) > 0 {
		fields = append(fields, keyed("Outputs", g.namedValues("Output", e.Outputs)))
	}
	if e.Failure != "" {
		fields = append(fields, keyed("Failure", lit(e.Failure)))
	}
	if e.Detail != "" {
		fields = append(fields, keyed("Detail", lit(e.Detail)))
	}
	return g.nacttest("Example").Add(lines(fields...))
}

// namedValues returns []nacttest.Output{{Name: "Summary", Value: "Sunny."}}, of type typ.
func (g *generator) namedValues(typ string, values []plan.Given) *jen.Statement {
	elems := make([]jen.Code, len(values))
	for i, v := range values {
		elems[i] = inline(keyed("Name", lit(v.Name)), keyed("Value", tree(v.Value)))
	}
	list := jen.Index().Add(g.nacttest(typ))
	if len(elems) == 1 {
		return list.Values(elems...)
	}
	return list.Add(lines(elems...))
}

// tree returns a tree of values as Go: []any{map[string]any{"event": "Flood"}}.
func tree(value any) *jen.Statement {
	switch v := value.(type) {
	case []any:
		elems := make([]jen.Code, len(v))
		for i, elem := range v {
			elems[i] = tree(elem)
		}
		return jen.Index().Any().Add(elements(elems))
	case []plan.Given:
		members := make([]jen.Code, len(v))
		for i, m := range v {
			members[i] = jen.Lit(m.Name).Op(":").Add(tree(m.Value))
		}
		return jen.Map(jen.String()).Any().Add(elements(members))
	}
	if n, ok := value.(int64); ok && int64(int32(n)) == n {
		return lit(n) // compared as JSON: its Go type does not matter
	}
	return anyLit(value)
}
