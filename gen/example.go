package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// testPrinter prints the tests of the package, which run the examples of its tools.
type testPrinter struct {
	*pkg
	recordings map[string]string // where tests find a recorded answer
}

// helperFile returns the file with what the tests of all tools share:
//
//	// replayed returns the service with answers in the place of its upstreams.
//	func replayed(t *testing.T, config Config, answers ...nacttest.Recording) *Service {
//		t.Helper()
//		replay := nacttest.NewReplay(t, answers...)
//		config.Upstreams = map[string]string{
//			"weather": replay.At("weather", "https://api.weather.gov"),
//		}
//		config.Transport = replay
//		service, err := New(config)
//		if err != nil {
//			t.Fatal(err)
//		}
//		return service
//	}
func (p testPrinter) helperFile() *jen.File {
	urls := make([]jen.Code, len(p.plan.Upstreams))
	for i, u := range p.plan.Upstreams {
		urls[i] = jen.Lit(u.Name).Op(":").Id("replay").Dot("At").Call(gocode.Lit(u.Name), gocode.Lit(u.Server))
	}
	params := []jen.Code{testParam(), jen.Id("config").Id("Config")}
	body := []jen.Code{jen.Id("t").Dot("Helper").Call()}
	if len(urls) > 0 {
		params = append(params, jen.Id("answers").Op("...").Add(p.runtime.Nacttest("Recording")))
		body = append(body,
			jen.Id("replay").Op(":=").Add(p.runtime.Nacttest("NewReplay")).Call(jen.Id("t"), jen.Id("answers").Op("...")),
			jen.Id("config").Dot("Upstreams").Op("=").Map(jen.String()).String().Add(gocode.Lines(urls...)),
			jen.Id("config").Dot("Transport").Op("=").Id("replay"),
		)
	}
	body = append(body,
		jen.List(jen.Id("service"), jen.Err()).Op(":=").Id("New").Call(jen.Id("config")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err())),
		jen.Return(jen.Id("service")),
	)
	f := p.files.New()
	if len(p.plan.Functions) > 0 {
		gocode.Add(f, p.played()...)
	}
	gocode.Add(f, gocode.Doc("replayed returns the service with recorded answers in the place of its upstreams.").Line().
		Func().Id("replayed").Params(params...).Op("*").Id("Service").Block(body...))
	return f
}

func testParam() jen.Code { return jen.Id("t").Op("*").Qual("testing", "T") }

// file returns the test of a tool, which runs its examples:
//
//	func TestLookupWeatherByCity(t *testing.T) {
//		t.Run("omaha today", func(t *testing.T) {
//			service := replayed(t, Config{},
//				nacttest.Recording{...},
//			)
//			nacttest.Example{...}.Run(t, service)
//		})
//	}
func (p testPrinter) file(t *plan.Tool) *jen.File {
	runs := make([]jen.Code, len(t.Examples))
	for i, e := range t.Examples {
		run := jen.Func().Params(testParam()).Block(
			jen.Id("service").Op(":=").Id("replayed").Add(p.replayArguments(e)),
			p.example(t, e).Dot("Run").Call(jen.Id("t"), jen.Id("service")),
		)
		gap := jen.Null()
		if i > 0 {
			gap.Line()
		}
		runs[i] = gap.Id("t").Dot("Run").Call(gocode.Lit(e.Name), run)
	}
	f := p.files.New()
	gocode.Add(f, jen.Func().Id(p.names.Tool(t).Test).Params(testParam()).Block(runs...))
	return f
}

// replayArguments returns
//
//	(t, Config{Contact: "me@example.com"},
//		nacttest.Recording{...},
//	)
func (p testPrinter) replayArguments(e *plan.Example) *jen.Statement {
	arguments := []jen.Code{jen.Id("t"), jen.Id("Config").Values(p.exampleConfig(e)...)}
	if len(e.Recordings) == 0 {
		return jen.Params(arguments...)
	}
	first := jen.List(arguments...)
	for _, r := range e.Recordings {
		first.Op(",").Line().Add(p.recording(r))
	}
	return jen.Params(first.Op(",").Line())
}

// exampleConfig returns the fields of the configuration that an example gives, and those that no service starts without.
func (p testPrinter) exampleConfig(e *plan.Example) []jen.Code {
	given := map[string]any{}
	for _, v := range e.Config {
		given[v.Name] = v.Value
	}
	var fields []jen.Code
	for _, v := range p.plan.Config {
		value, ok := given[v.Name]
		if !ok && !v.HasDefault {
			value, ok = "example", true
		}
		if ok {
			fields = append(fields, gocode.Keyed(p.names.Config(v.Name), gocode.Lit(fmt.Sprint(value))))
		}
	}
	if len(p.plan.Functions) > 0 {
		fields = append(fields, gocode.Keyed("Functions", p.playedFunctions(e)))
	}
	if needsRedis(p.plan) { // examples are run without keys, and so without a server
		fields = append(fields, gocode.Keyed("Redis", jen.Qual(gocode.RedisClient, "NewClient").Call(jen.Op("&").Qual(gocode.RedisClient, "Options").Values())))
	}
	return fields
}

// recording returns
//
//	nacttest.Recording{
//		Step: "place", Upstream: "geo", Method: "GET", Path: "/search",
//		...
//	}
func (p testPrinter) recording(r plan.Recording) *jen.Statement {
	op := r.Step.Call
	fields := []jen.Code{
		gocode.Keyed("Step", gocode.Lit(r.Step.Name)),
		gocode.Keyed("Upstream", gocode.Lit(op.Upstream.Name)),
		gocode.Keyed("Method", httpMethod(op.Method)),
		gocode.Keyed("Path", gocode.Lit(op.Route)),
	}
	if op.Accept != "" {
		fields = append(fields, gocode.Keyed("Accept", gocode.Lit(op.Accept)))
	}
	if params := wantedParams(r); len(params) > 0 {
		fields = append(fields, gocode.Keyed("Params", jen.Index().Add(p.runtime.Nacttest("Param")).Add(gocode.Lines(params...))))
	}
	switch {
	case r.File != "":
		fields = append(fields, gocode.Keyed("File", gocode.Lit(p.recordings[r.File])))
	case r.Body != "":
		fields = append(fields, gocode.Keyed("Body", gocode.Lit(r.Body)))
	}
	if r.Status != 0 && r.Status != 200 {
		fields = append(fields, gocode.Keyed("Status", gocode.Lit(r.Status)))
	}
	if r.Type != "" {
		fields = append(fields, gocode.Keyed("ContentType", gocode.Lit(r.Type)))
	}
	if len(r.Headers) > 0 {
		headers := make([]jen.Code, len(r.Headers))
		for i, h := range r.Headers {
			headers[i] = jen.Lit(h.Name).Op(":").Lit(fmt.Sprint(h.Value))
		}
		fields = append(fields, gocode.Keyed("Header", jen.Map(jen.String()).String().Values(headers...)))
	}
	if r.Located {
		fields = append(fields, gocode.Keyed("Located", jen.True()))
	}
	if r.Perhaps {
		fields = append(fields, gocode.Keyed("Perhaps", jen.True()))
	}
	return p.runtime.Nacttest("Recording").Add(gocode.Lines(fields...))
}

// wantedParams returns {In: "query", Name: "area", Value: "NE"} for each value that must have been sent.
func wantedParams(r plan.Recording) []jen.Code {
	var params []jen.Code
	for _, p := range r.With {
		for _, sent := range sentParams(p) {
			params = append(params, wantedParam(p.In, sent))
		}
	}
	for _, h := range r.Request.Headers {
		params = append(params, wantedParam("header", sentParam{h.Name, fmt.Sprint(h.Value)}))
	}
	if r.Request.Body != "" {
		params = append(params, gocode.Inline(gocode.Keyed("In", jen.Lit("body")), gocode.Keyed("Value", gocode.Lit(r.Request.Body))))
	}
	return params
}

func wantedParam(in string, sent sentParam) jen.Code {
	return gocode.Inline(gocode.Keyed("In", gocode.Lit(in)), gocode.Keyed("Name", gocode.Lit(sent.Name)), gocode.Keyed("Value", gocode.Lit(sent.Value)))
}

// sentParam is a parameter as it is found by parsing a request.
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
func (p testPrinter) example(t *plan.Tool, e *plan.Example) *jen.Statement {
	fields := []jen.Code{gocode.Keyed("ToolID", gocode.Lit(t.Signature.ToolID)), gocode.Keyed("Tool", gocode.Lit(t.Signature.Name))}
	if len(e.Inputs) > 0 {
		fields = append(fields, gocode.Keyed("Inputs", p.namedValues("Argument", e.Inputs)))
	}
	if len(e.Outputs) > 0 {
		fields = append(fields, gocode.Keyed("Outputs", p.namedValues("Output", e.Outputs)))
	}
	if e.Failure != "" {
		fields = append(fields, gocode.Keyed("Failure", gocode.Lit(e.Failure)))
	}
	if e.Detail != "" {
		fields = append(fields, gocode.Keyed("Detail", gocode.Lit(e.Detail)))
	}
	return p.runtime.Nacttest("Example").Add(gocode.Lines(fields...))
}

// namedValues returns []nacttest.Output{{Name: "Summary", Value: "Sunny."}}, of type typ.
func (p testPrinter) namedValues(typ string, values []plan.Given) *jen.Statement {
	elems := make([]jen.Code, len(values))
	for i, v := range values {
		elems[i] = gocode.Inline(gocode.Keyed("Name", gocode.Lit(v.Name)), gocode.Keyed("Value", tree(v.Value)))
	}
	list := jen.Index().Add(p.runtime.Nacttest(typ))
	if len(elems) == 1 {
		return list.Values(elems...)
	}
	return list.Add(gocode.Lines(elems...))
}

// tree returns a tree of values as Go: []any{map[string]any{"event": "Flood"}}.
func tree(value any) *jen.Statement {
	switch v := value.(type) {
	case []any:
		elems := make([]jen.Code, len(v))
		for i, elem := range v {
			elems[i] = tree(elem)
		}
		return jen.Index().Any().Add(gocode.Elements(elems))
	case []plan.Given:
		members := make([]jen.Code, len(v))
		for i, m := range v {
			members[i] = jen.Lit(m.Name).Op(":").Add(tree(m.Value))
		}
		return jen.Map(jen.String()).Any().Add(gocode.Elements(members))
	}
	if n, ok := value.(int64); ok && int64(int32(n)) == n {
		return gocode.Lit(n) // compared as JSON: its Go type does not matter
	}
	return gocode.AnyLit(value)
}
