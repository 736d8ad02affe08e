package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// testPrinter prints the tests of the package, which run the examples of its tools.
type testPrinter struct {
	*pkg
	recordings map[string]string // where tests find a recorded answer
}

// helperFile returns the file with what the tests of all tools share: replayed, and what stands for the vendor's functions.
func (p testPrinter) helperFile() *jen.File {
	answers, replay, audit := jen.Null(), jen.Null(), jen.Null()
	if p.plan.Service.Observe.Audit != nil {
		audit = p.code("config.Audit = t.TempDir() + \"/audit\"\n")
	}
	if len(p.plan.Upstreams) > 0 {
		answers = p.code(", answers ...nacttest.Recording")
		replay = p.code(`replay := nacttest.NewReplay(t, answers...)
			config.Upstreams = map[string]string$1
			config.Transport = replay
			`, gocode.Lines(p.replayedAt()...))
	}
	f := p.files.New()
	if len(p.plan.Functions) > 0 {
		gocode.Add(f, p.played()...)
	}
	gocode.Add(f, p.code(`// replayed returns the service with recorded answers in the place of its upstreams.
		func replayed(t *testing.T, config Config $1) *Service {
			t.Helper()
			$2 $3 service, err := New(config)
			if err != nil {
				t.Fatal(err)
			}
			return service
		}`, answers, replay, audit))
	return f
}

// replayedAt returns the addresses of upstreams in tests, and of where they get tokens:
//
//	"vault": replay.At("vault", "https://vault.example.com"),
//	"vault.token_url": replay.Tokens(),
func (p testPrinter) replayedAt() []jen.Code {
	var entries []jen.Code
	for _, u := range p.plan.Upstreams {
		entries = append(entries, p.code("$1: replay.At($2, $3)", jen.Lit(u.Name), gocode.Lit(u.Name), gocode.Lit(u.Server)))
		for _, tokens := range u.Places()[1:] {
			entries = append(entries, p.code("$1: replay.Tokens()", jen.Lit(tokens)))
		}
	}
	return entries
}

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
		gap := jen.Null()
		if i > 0 {
			gap = jen.Line()
		}
		runs[i] = p.code("$1 t.Run($2, func(t *testing.T) {\nservice := replayed$3\n$4.Run(t, service)\n})", gap, gocode.Lit(e.Name), p.replayArguments(e), p.example(t, e))
	}
	f := p.files.New()
	gocode.Add(f, p.code("func $1(t *testing.T) {\n$2\n}", p.names.Tool(t).Test, runs))
	return f
}

// replayArguments returns
//
//	(t, Config{Contact: "me@example.com"},
//		nacttest.Recording{...},
//	)
func (p testPrinter) replayArguments(e *plan.Example) *jen.Statement {
	config := jen.List(p.exampleConfig(e)...)
	if len(e.Recordings) == 0 {
		return p.code("(t, Config{$1})", config)
	}
	recordings := gocode.Each(e.Recordings, func(r plan.Recording) jen.Code { return p.recording(r).Op(",") })
	return p.code("(t, Config{$1},\n$2\n)", config, recordings)
}

// exampleConfig returns the fields of the configuration that an example gives, and those that no service starts without.
func (p testPrinter) exampleConfig(e *plan.Example) []jen.Code {
	given := map[string]any{}
	for _, v := range e.Config {
		given[v.Name] = v.Value
	}
	var fields gocode.Fields
	for _, v := range p.plan.Config {
		value, ok := given[v.Name]
		if !ok && !v.HasDefault {
			value, ok = "example", true
		}
		if ok {
			text := gocode.Lit(fmt.Sprint(value))
			if v.Secret {
				text = p.runtime.Nact("NewSecret").Call(text)
			}
			fields.Set(p.names.Config(v.Name), text)
		}
	}
	if len(p.plan.Functions) > 0 {
		fields.Set("Functions", p.playedFunctions(e))
	}
	if p.has(extension.Redis) { // examples are run without keys, and so without a server
		fields.Set("Redis", p.code("redis.NewClient(&redis.Options{})"))
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
	var fields gocode.Fields
	fields.Set("Step", gocode.Lit(r.Name))
	fields.Set("Upstream", gocode.Lit(op.Upstream.Name))
	fields.Set("Method", httpMethod(op.Method))
	fields.Set("Path", gocode.Lit(op.Route))
	fields.SetLit("Accept", op.Accept)
	if params := wantedParams(r); len(params) > 0 {
		fields.Set("Params", p.code("[]nacttest.Param$1", gocode.Lines(params...)))
	}
	if r.File != "" {
		fields.Set("File", gocode.Lit(p.recordings[r.File]))
	} else {
		fields.SetLit("Body", r.Body)
	}
	if r.Status != 200 {
		fields.SetLit("Status", r.Status)
	}
	if r.Fault != "" {
		fields.Set("Fault", p.code("nacttest.$1", map[plan.CauseWord]string{plan.Interrupted: "Interrupted", plan.Malformed: "Malformed", plan.TooLarge: "TooLarge"}[r.Fault]))
	}
	fields.SetLit("Begun", r.Begun)
	fields.SetLit("Again", r.Again)
	fields.SetLit("ContentType", r.Type)
	if len(r.Headers) > 0 {
		headers := gocode.Each(r.Headers, func(h plan.Given) jen.Code { return jen.Lit(h.Name).Op(":").Lit(fmt.Sprint(h.Value)) })
		fields.Set("Header", jen.Map(jen.String()).String().Values(headers...))
	}
	fields.SetLit("Located", r.Located)
	fields.SetLit("Perhaps", r.Perhaps)
	return p.code("nacttest.Recording$1", gocode.Lines(fields...))
}

// wantedParams returns {In: "query", Name: "area", Value: "NE"} for each value that must have been sent.
func wantedParams(r plan.Recording) []jen.Code {
	var params []jen.Code
	add := func(in, name, value string) {
		var fields gocode.Fields
		fields.Set("In", gocode.Lit(in))
		if in != "body" || name != "" {
			fields.Set("Name", gocode.Lit(name))
		}
		fields.Set("Value", gocode.Lit(value))
		params = append(params, jen.Values(fields...))
	}
	for _, p := range r.With {
		for _, sent := range sentParams(p) {
			add(p.In, sent.Name, sent.Value)
		}
	}
	for _, h := range r.Request.Headers {
		add("header", h.Name, fmt.Sprint(h.Value))
	}
	if r.Request.Body != "" {
		member := ""
		if key := r.Step.Key; key.In == plan.KeyInBody {
			member = key.Name
		}
		add("body", member, r.Request.Body)
	}
	return params
}

// sentParam is a parameter as it is found by parsing a request.
type sentParam struct{ Name, Value string }

// sentParams returns what is found of a parameter in a request: several parameters where it is exploded, the
// elements of a list in one value otherwise.
func sentParams(p plan.RecordedParam) []sentParam {
	separator := map[string]string{"spaceDelimited": " ", "pipeDelimited": "|"}[p.Style]
	switch {
	case p.In == "path":
		return []sentParam{{p.Name, sentInPath(p)}}
	case p.In == "header" || p.Style != "deepObject" && !p.Explode:
		if separator == "" || p.In == "header" {
			separator = ","
		}
		return []sentParam{{p.Name, strings.Join(p.Values, separator)}}
	}
	list := make([]sentParam, len(p.Values))
	for i, value := range p.Values {
		list[i] = sentParam{p.Name, value}
		if p.Style == "deepObject" {
			list[i].Name = fmt.Sprintf("%s[%d]", p.Name, i)
		}
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
	var fields gocode.Fields
	fields.Set("ToolID", gocode.Lit(t.Signature.ToolID))
	fields.Set("Tool", gocode.Lit(t.Signature.Name))
	if t.NeedsCaller() {
		fields.Set("Token", gocode.Lit("example"))
	}
	if t.Access != nil && len(t.Access.Scopes) > 0 {
		fields.Set("Scopes", gocode.Strings(t.Access.Scopes))
	}
	fields.SetLit("Now", e.Now)
	if len(e.Inputs) > 0 {
		fields.Set("Inputs", p.namedValues("Argument", plan.Wired(e.Inputs, t.InputType)))
	}
	if len(e.Outputs) > 0 {
		fields.Set("Outputs", p.namedValues("Output", plan.Wired(e.Outputs, t.OutputType)))
	}
	fields.SetLit("Failure", e.Failure)
	fields.SetLit("Detail", e.Detail)
	return p.code("nacttest.Example$1", gocode.Lines(fields...))
}

// namedValues returns []nacttest.Output{{Name: "Summary", Value: "Sunny."}}, of type typ.
func (p testPrinter) namedValues(typ string, values []plan.Given) *jen.Statement {
	elems := gocode.Each(values, func(v plan.Given) jen.Code { return p.code("{Name: $1, Value: $2}", gocode.Lit(v.Name), tree(v.Value)) })
	list := gocode.Lines(elems...)
	if len(elems) == 1 {
		list = jen.Values(elems...)
	}
	return p.code("[]nacttest.$1$2", typ, list)
}

// tree returns a tree of values as Go: []any{map[string]any{"event": "Flood"}}.
func tree(value any) *jen.Statement {
	switch v := value.(type) {
	case []any:
		return jen.Index().Any().Add(gocode.Elements(gocode.Each(v, tree)))
	case []plan.Given:
		return jen.Map(jen.String()).Any().Add(gocode.Elements(gocode.Each(v, func(m plan.Given) jen.Code { return jen.Lit(m.Name).Op(":").Add(tree(m.Value)) })))
	}
	if n, ok := value.(int64); ok && int64(int32(n)) == n {
		return gocode.Lit(n) // compared as JSON: its Go type does not matter
	}
	return gocode.AnyLit(value)
}

// played returns the type that returns recorded results in the place of the vendor's functions.
func (p testPrinter) played() []jen.Code {
	decls := []jen.Code{p.code(`// played returns recorded results in the place of the vendor's functions.
		type played struct {
			functions *nacttest.Functions
		}`)}
	for _, f := range p.plan.Functions {
		if f.Signs { // what is recorded is no answer to a signed request alone
			decls = append(decls, p.code("func (played) $1 {\nreturn nil\n}", p.functionMethod(f)))
			continue
		}
		args := "struct{}{}"
		if p.names.VendorFunction(f).Args != "" {
			args = "args"
		}
		decls = append(decls, p.code("func (p played) $1 {\nreturn nacttest.Called[$2](p.functions, $3, "+args+")\n}", p.functionMethod(f), p.types.Of(f.Result), gocode.Lit(f.Name)))
	}
	return decls
}

// playedFunctions returns what an example has in the place of functions:
//
//	played{nacttest.NewFunctions(t,
//		nacttest.Return{Step: "price", Function: "quote_price", Result: `{"cents":4900}`},
//	)}
//
// In a call that ends in a failure, what runs at the same time may be called or not.
func (p testPrinter) playedFunctions(e *plan.Example) *jen.Statement {
	if len(e.Returns) == 0 {
		return p.code("played{nacttest.NewFunctions(t)}")
	}
	return p.code("played{nacttest.NewFunctions(t,\n$1\n)}", gocode.Each(e.Returns, func(r plan.Return) jen.Code {
		var fields gocode.Fields
		fields.Set("Step", gocode.Lit(r.Name))
		fields.Set("Function", gocode.Lit(r.Step.Function.Name))
		fields.SetLit("Args", r.Args)
		fields.SetLit("Result", r.Result)
		fields.SetLit("Fail", r.Fail)
		fields.SetLit("Detail", r.Detail)
		fields.SetLit("Optional", e.Failure != "")
		return p.code("nacttest.Return$1,", jen.Values(fields...))
	}))
}
