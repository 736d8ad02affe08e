package endpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

func TestInvoke(t *testing.T) {
	tests := []struct {
		name string
		path string
		body string
		args nact.Arguments
		want string
	}{
		{"defaults and absent inputs", ":invoke", call,
			nact.Arguments{"Omaha", "TODAY", nil, true, nil},
			`{"output_parameters":[{"name":"Sky","value":"CLEAR"},{"name":"Summary","value":"Sunny in Omaha."},{"name":"Temperature","value":80}]}`},
		{"every input, members in another order", ":invoke",
			` {"input_parameters" : [{"value":"2026-01-31","name":"From"},{"value":false,"name":"Metric"},{"value":5.0,"name":"Hours"},{"value":"TOMORROW","name":"Day"},{"value":"<\u00d6>","name":"City"}], "name":"lookup_forecast"} `,
			nact.Arguments{"<Ö>", "TOMORROW", int64(5), false, "2026-01-31"},
			`{"output_parameters":[{"name":"Sky","value":"CLEAR"},{"name":"Summary","value":"Sunny in <Ö>."},{"name":"Temperature","value":80}]}`},
		{"the newest version by its number", "/versions/2:invoke", call,
			nact.Arguments{"Omaha", "TODAY", nil, true, nil},
			`{"output_parameters":[{"name":"Sky","value":"CLEAR"},{"name":"Summary","value":"Sunny in Omaha."},{"name":"Temperature","value":80}]}`},
		{"an old version, without the outputs that it did not have", "/versions/1:invoke", call,
			nact.Arguments{"Omaha", "TODAY", nil, true, nil},
			`{"output_parameters":[{"name":"Summary","value":"Sunny in Omaha."}]}`},
		{"members that the draft does not define", ":invoke",
			`{"name":"lookup_forecast","trace":{"id":[1]},"input_parameters":[{"id":"city","name":"City","value":"Omaha","type":"string"}]}`,
			nact.Arguments{"Omaha", "TODAY", nil, true, nil},
			`{"output_parameters":[{"name":"Sky","value":"CLEAR"},{"name":"Summary","value":"Sunny in Omaha."},{"name":"Temperature","value":80}]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var tool forecastTool
			server := serve(t, endpoint.Config{}, tool.tool())
			got := post(t, server.URL+"/tools/"+forecastID+test.path, test.body)
			if got.status != http.StatusOK || got.header.Get("Content-Type") != "application/json" || got.body != test.want {
				t.Errorf("\n got %d %s\nwant %s", got.status, got.body, test.want)
			}
			if length := got.header.Get("Content-Length"); length != strconv.Itoa(len(got.body)) {
				t.Errorf("Content-Length is %s, the body has %d bytes", length, len(got.body))
			}
			if got.header.Get("Cache-Control") != "no-store" {
				t.Error("the answer may be stored")
			}
			if tool.calls != 1 || !reflect.DeepEqual(tool.last, test.args) {
				t.Errorf("the tool got %#v, want %#v", tool.last, test.args)
			}
		})
	}
}

func TestInvokeWithoutInputs(t *testing.T) {
	server := serve(t, endpoint.Config{}, simple(tidesID, "lookup_tides", 1))
	for _, body := range []string{`{"name":"lookup_tides"}`, `{"name":"lookup_tides","input_parameters":[]}`} {
		if got := post(t, server.URL+"/tools/"+tidesID+":invoke", body); got.body != `{"output_parameters":[]}` {
			t.Errorf("%s: got %d %s", body, got.status, got.body)
		}
	}
}

func TestInvokeJSONOutput(t *testing.T) {
	tool := forecastTool{run: func(context.Context, nact.Arguments) (nact.Results, error) {
		return nact.Results{nil, "a\"\\\x01\xff", nil, json.RawMessage(`{"a": "<b>"}`)}, nil
	}}
	server := serve(t, endpoint.Config{}, tool.tool())
	got := post(t, server.URL+"/tools/"+forecastID+":invoke", call).body
	if want := `{"output_parameters":[{"name":"Summary","value":"a\"\\\u0001` + "\ufffd" + `"},{"name":"Details","value":{"a":"<b>"}}]}`; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestInvokeDeclaredFailure(t *testing.T) {
	tool := forecastTool{run: func(context.Context, nact.Arguments) (nact.Results, error) {
		return nil, nact.Fail("CITY_NOT_FOUND", `No city is called "Omahaa".`)
	}}
	server := serve(t, endpoint.Config{}, tool.tool())
	got := post(t, server.URL+"/tools/"+forecastID+":invoke", call)
	want := `{"output_parameters":[{"name":"Failure","value":"CITY_NOT_FOUND"},{"name":"Failure detail","value":"No city is called \"Omahaa\"."}]}`
	if got.status != http.StatusOK || got.body != want {
		t.Errorf("\n got %d %s\nwant %s", got.status, got.body, want)
	}
	post(t, server.URL+"/tools/"+forecastID+"/versions/1:invoke", call).problem(t, http.StatusInternalServerError)
}

// A call that the signature does not permit is refused with all that is wrong, and does not reach the tool.
func TestInvokeRefuses(t *testing.T) {
	const badName = `name must be "lookup_forecast", the tool at this address.`
	parameters := func(list string) string { return `{"name":"lookup_forecast","input_parameters":` + list + `}` }
	tests := []struct {
		name string
		body string
		want []violation
	}{
		{"name missing", `{"input_parameters":[{"name":"City","value":"Omaha"}]}`, []violation{{"", "name", badName}}},
		{"another tool's name", `{"name":"lookup_tides","input_parameters":[{"name":"City","value":"Omaha"}]}`, []violation{{"", "name", badName}}},
		{"name is null", `{"name":null,"input_parameters":[{"name":"City","value":"Omaha"}]}`, []violation{{"", "name", badName}}},
		{"parameter unknown", parameters(`[{"name":"City","value":"Omaha"},{"name":"Week","value":1}]`),
			[]violation{{"Week", "unknown", `"Week" is not a parameter of lookup_forecast, which takes "City", "Day", "Hours", "Metric" and "From".`}}},
		{"parameter twice", parameters(`[{"name":"City","value":"Omaha"},{"name":"City","value":"Omaha"}]`), []violation{{"City", "duplicate", `"City" is given more than once.`}}},
		{"parameter missing", parameters(`[]`), []violation{{"City", "required", `"City" is required and missing.`}}},
		{"all parameters missing", `{"name":"lookup_forecast"}`, []violation{{"City", "required", `"City" is required and missing.`}}},
		{"null", parameters(`[{"name":"City","value":null}]`), []violation{{"City", "null", `"City" has no value: give one.`}}},
		{"no value", parameters(`[{"name":"City"}]`), []violation{{"City", "null", `"City" has no value: give one.`}}},
		{"string as int", parameters(`[{"name":"City","value":"Omaha"},{"name":"Hours","value":"5"}]`), []violation{{"Hours", "type", `"Hours" must be a whole number, not a string.`}}},
		{"fraction as int", parameters(`[{"name":"City","value":"Omaha"},{"name":"Hours","value":5.5}]`), []violation{{"Hours", "type", `"Hours" must be a whole number of at most 65535; this one is fractional or too large.`}}},
		{"huge number as int", parameters(`[{"name":"City","value":"Omaha"},{"name":"Hours","value":1e400}]`), []violation{{"Hours", "type", `"Hours" must be a whole number of at most 65535; this one is fractional or too large.`}}},
		{"object as string", parameters(`[{"name":"City","value":{"x":1}}]`), []violation{{"City", "type", `"City" must be a string, not an object.`}}},
		{"array as string", parameters(`[{"name":"City","value":["Omaha"]}]`), []violation{{"City", "type", `"City" must be a string, not an array.`}}},
		{"above the default maximum", parameters(`[{"name":"City","value":"Omaha"},{"name":"Hours","value":65536}]`), []violation{{"Hours", "max", `"Hours" is above its maximum of 65535.`}}},
		{"below the minimum", parameters(`[{"name":"City","value":"Omaha"},{"name":"Hours","value":0}]`), []violation{{"Hours", "min", `"Hours" is below its minimum of 1.`}}},
		{"too long", parameters(`[{"name":"City","value":"12345678901"}]`), []violation{{"City", "max-length", `"City" has 11 characters: it may have at most 10.`}}},
		{"outside the allowed values", parameters(`[{"name":"City","value":"Omaha"},{"name":"Day","value":"SUNDAY"}]`), []violation{{"Day", "allowed-values", `"Day" must be one of its allowed values: "TODAY" and "TOMORROW".`}}},
		{"against the format", parameters(`[{"name":"City","value":"Omaha"},{"name":"From","value":"soon"}]`), []violation{{"From", "format", `"From" must be a date such as 2026-01-31.`}}},
		{"all at once", `{"name":"x","input_parameters":[{"name":"Hours","value":0},7,{"name":"Day","value":true}]}`, []violation{
			{"", "shape", "input_parameters[1] must be an object with name and value."},
			{"", "name", badName},
			{"Hours", "min", `"Hours" is below its minimum of 1.`},
			{"Day", "type", `"Day" must be a string, not a boolean.`},
			{"City", "required", `"City" is required and missing.`},
		}},

		{"body is no object", `[{"name":"lookup_forecast"}]`, []violation{
			{"", "shape", "The body must be a JSON object with name and input_parameters."}, {"", "name", badName}, {"City", "required", `"City" is required and missing.`}}},
		{"parameters are no array", parameters(`{"City":"Omaha"}`), []violation{
			{"", "shape", "input_parameters must be an array of objects, each with name and value."}, {"City", "required", `"City" is required and missing.`}}},
		{"parameter without a name", parameters(`[{"name":"City","value":"Omaha"},{"value":1}]`), []violation{{"", "shape", "input_parameters[1] must have the name of a parameter as its name."}}},
		{"parameter with a number as its name", parameters(`[{"name":"City","value":"Omaha"},{"name":1,"value":1}]`), []violation{{"", "shape", "input_parameters[1] must have the name of a parameter as its name."}}},
		{"input_parameters misspelled", `{"name":"lookup_forecast","inputs":[{"name":"City","value":"Omaha"}]}`, []violation{
			{"", "shape", `input_parameters is missing, and "inputs" is not a member of an invocation.`}, {"City", "required", `"City" is required and missing.`}}},

		{"not JSON", `{name: lookup_forecast}`, []violation{{"", "json", "The body is not the JSON of an invocation: a string was expected (byte 1)."}}},
		{"empty", ``, []violation{{"", "json", "The body is not the JSON of an invocation: a JSON value was expected (byte 0)."}}},
		{"trailing data", call + `{}`, []violation{{"", "json", "The body is not the JSON of an invocation: something follows the JSON text (byte 79)."}}},
		{"duplicate member", `{"name":"lookup_forecast","name":"lookup_forecast","input_parameters":[]}`, []violation{{"", "json", `The body is not the JSON of an invocation: the member "name" stands twice (byte 32).`}}},
		{"duplicate member of a parameter", parameters(`[{"name":"City","value":"Omaha","value":"Boston"}]`), []violation{{"", "json", `The body is not the JSON of an invocation: the member "value" stands twice (byte 84).`}}},
		{"duplicate member of an ignored one", `{"name":"lookup_forecast","x":{"a":1,"a":2}}`, []violation{{"", "json", `The body is not the JSON of an invocation: the member "a" stands twice (byte 40).`}}},
		{"invalid UTF-8", parameters("[{\"name\":\"City\",\"value\":\"\xff\"}]"), []violation{{"", "json", "The body is not the JSON of an invocation: the text is not valid UTF-8 (byte 0)."}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var tool forecastTool
			server := serve(t, endpoint.Config{}, tool.tool())
			got := post(t, server.URL+"/tools/"+forecastID+":invoke", test.body).problem(t, http.StatusBadRequest)
			if !reflect.DeepEqual(got.Violations, test.want) {
				t.Errorf("\n got %+v\nwant %+v", got.Violations, test.want)
			}
			if got.Type != "urn:problem-type:nact:invalid-call" || !strings.HasPrefix(got.Detail, test.want[0].Message) {
				t.Errorf("the problem is %s: %s", got.Type, got.Detail)
			}
			if tool.calls != 0 {
				t.Error("the tool was called")
			}
		})
	}
}

// The answer to a hostile call is not many times its size.
func TestRefusalIsBounded(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	for name, element := range map[string]string{"misshapen": `1,`, "unknown": `{"name":"x","value":1},`, "misnamed": `{"name":1},`} {
		body := `{"name":"lookup_forecast","input_parameters":[` + strings.Repeat(element, 10_000) + `1]}`
		got := post(t, server.URL+"/tools/"+forecastID+":invoke", body)
		if p := got.problem(t, http.StatusBadRequest); len(p.Violations) > 250 || len(got.body) > 64<<10 {
			t.Errorf("%s: %d violations, %d bytes", name, len(p.Violations), len(got.body))
		}
	}
}

func TestInvokeContentTypes(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	url := server.URL + "/tools/" + forecastID + ":invoke"
	for _, media := range []string{"application/json", "Application/JSON", "application/json; charset=utf-8", `application/json;charset="UTF-8"`, "application/json; profile=x"} {
		if got := do(t, "POST", url, call, "Content-Type", media); got.status != http.StatusOK {
			t.Errorf("%s: got %d %s", media, got.status, got.body)
		}
	}
	for _, media := range []string{"", "text/plain", "text/json", "application/jsonx", "application/problem+json", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/json; charset", "application/json, text/plain", "*/*"} {
		got := do(t, "POST", url, call, "Content-Type", media)
		got.problem(t, http.StatusUnsupportedMediaType)
		if got.header.Get("Accept") != "application/json" {
			t.Errorf("%s: the answer does not say what is accepted", media)
		}
	}
	do(t, "POST", url, call).problem(t, http.StatusUnsupportedMediaType)
	do(t, "POST", url, call, "Content-Type", "application/json", "Content-Encoding", "gzip").problem(t, http.StatusUnsupportedMediaType)
	if got := do(t, "POST", url, call, "Content-Type", "application/json", "Content-Encoding", "identity"); got.status != http.StatusOK {
		t.Errorf("identity: got %d", got.status)
	}
}

func TestInvokeBodyLimit(t *testing.T) {
	padded := func(size int) string { return call + strings.Repeat(" ", size-len(call)) }
	tests := []struct {
		name  string
		limit int64
		size  int
		want  int
	}{
		{"exactly the limit", 200, 200, http.StatusOK},
		{"one byte more", 200, 201, http.StatusRequestEntityTooLarge},
		{"exactly the default limit", 0, 1 << 20, http.StatusOK},
		{"more than the default limit", 0, 1<<20 + 1, http.StatusRequestEntityTooLarge},
	}
	for _, test := range tests {
		for _, length := range []string{"known", "unknown"} {
			t.Run(test.name+" of "+length+" length", func(t *testing.T) {
				server := serve(t, endpoint.Config{MaxBody: test.limit}, new(forecastTool).tool())
				var body io.Reader = strings.NewReader(padded(test.size))
				if length == "unknown" {
					body = io.MultiReader(body) // sent in chunks
				}
				answer, err := http.Post(server.URL+"/tools/"+forecastID+":invoke", "application/json", body)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				if answer.StatusCode != test.want {
					t.Errorf("got %d, want %d", answer.StatusCode, test.want)
				}
				if test.want != http.StatusOK && answer.Header.Get("Content-Type") != "application/problem+json" {
					t.Errorf("got %s", answer.Header.Get("Content-Type"))
				}
			})
		}
	}
}

func TestInvokeBodyCutOff(t *testing.T) {
	var tool forecastTool
	server := serve(t, endpoint.Config{}, tool.tool())
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprintf(connection, "POST /tools/%s:invoke HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n%s", forecastID, call)
	connection.(*net.TCPConn).CloseWrite()
	answer, _ := io.ReadAll(connection)
	if strings.HasPrefix(string(answer), "HTTP/1.1 2") || tool.calls != 0 {
		t.Errorf("a body that was cut off got %q, and the tool was called %d times", answer, tool.calls)
	}
}

func TestInvokeFaults(t *testing.T) {
	secret := errors.New("GET https://api.example.com/?key=s3cret: body {token}")
	tests := []struct {
		name string
		err  error
		want problem
		wait string
	}{
		{"upstream failed", &nact.Fault{Kind: nact.BadAnswer, Step: "point", Operation: "weather.point", UpstreamStatus: 500, Detail: "the upstream answered 500", Err: secret},
			problem{Type: "urn:problem-type:nact:upstream-fault", Title: "An upstream failed", Status: 502, Detail: "step point: weather.point: the upstream answered 500", Step: "point", Operation: "weather.point", UpstreamStatus: 500}, ""},
		{"an element of a step failed", &nact.Fault{Kind: nact.BadAnswer, Step: "slots", Element: nact.Some(0), Detail: "the upstream answered 500"},
			problem{Type: "urn:problem-type:nact:upstream-fault", Title: "An upstream failed", Status: 502, Detail: "step slots[0]: the upstream answered 500", Step: "slots", Element: new(int)}, ""},
		{"upstream is called too often", &nact.Fault{Kind: nact.BadAnswer, UpstreamStatus: 429, RetryAfter: 90*time.Second + time.Millisecond, Detail: "the upstream answered 429"},
			problem{Type: "urn:problem-type:nact:upstream-busy", Title: "An upstream is busy", Status: 503, Detail: "the upstream answered 429", UpstreamStatus: 429}, "91"},
		{"upstream is busy for an unknown time", &nact.Fault{Kind: nact.BadAnswer, UpstreamStatus: 503, Detail: "the upstream answered 503"},
			problem{Type: "urn:problem-type:nact:upstream-busy", Title: "An upstream is busy", Status: 503, Detail: "the upstream answered 503", UpstreamStatus: 503}, ""},
		{"upstream failed and asks to wait", &nact.Fault{Kind: nact.BadAnswer, UpstreamStatus: 500, RetryAfter: time.Second, Detail: "the upstream answered 500"},
			problem{Type: "urn:problem-type:nact:upstream-fault", Title: "An upstream failed", Status: 502, Detail: "the upstream answered 500", UpstreamStatus: 500}, "1"},
		{"upstream unreachable", &nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Unreachable, Detail: "the upstream could not be reached", Err: secret},
			problem{Type: "urn:problem-type:nact:upstream-fault", Title: "An upstream failed", Status: 502, Detail: "the upstream could not be reached"}, ""},
		{"timeout", &nact.Fault{Kind: nact.Timeout, Detail: "no answer in 5s"},
			problem{Type: "urn:problem-type:nact:timeout", Title: "The time ran out", Status: 504, Detail: "no answer in 5s"}, ""},
		{"the tool's time is up", context.DeadlineExceeded,
			problem{Type: "urn:problem-type:nact:timeout", Title: "The time ran out", Status: 504, Detail: "the tool ran out of time"}, ""},
		{"an expression on an answer", nact.AnswerFault("vars.period", errors.New("index 1 is out of bounds")),
			problem{Type: "urn:problem-type:nact:upstream-fault", Title: "An upstream failed", Status: 502, Detail: "vars.period: the expression has no value for this data"}, ""},
		{"an expression on the call", nact.CallFault("require", errors.New("no number")),
			problem{Type: "urn:problem-type:nact:internal-fault", Title: "The service failed", Status: 500, Detail: "require: the expression has no value for this data"}, ""},
		{"any other error", secret,
			problem{Type: "urn:problem-type:nact:internal-fault", Title: "The service failed", Status: 500, Detail: "the tool could not be run"}, ""},
		{"a failure that is not declared", nact.Fail("OTHER", "s3cret"),
			problem{Type: "urn:problem-type:nact:internal-fault", Title: "The service failed", Status: 500, Detail: "the tool failed in a way that its version 2 does not declare"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tool := forecastTool{run: func(context.Context, nact.Arguments) (nact.Results, error) { return nil, test.err }}
			server := serve(t, endpoint.Config{}, tool.tool())
			got := post(t, server.URL+"/tools/"+forecastID+":invoke", call)
			if p := got.problem(t, test.want.Status); !reflect.DeepEqual(p, test.want) {
				t.Errorf("\n got %+v\nwant %+v", p, test.want)
			}
			if wait := got.header.Get("Retry-After"); wait != test.wait {
				t.Errorf("Retry-After: %q, want %q", wait, test.wait)
			}
			if strings.Contains(got.body, "s3cret") || strings.Contains(got.body, "example.com") {
				t.Errorf("the answer tells too much: %s", got.body)
			}
		})
	}
}

func TestInvokeBadAnswerOfTool(t *testing.T) {
	tool := forecastTool{run: func(context.Context, nact.Arguments) (nact.Results, error) {
		return nact.Results{"FOGGY", "s3cret", int64(1), nil}, nil
	}}
	server := serve(t, endpoint.Config{}, tool.tool())
	p := post(t, server.URL+"/tools/"+forecastID+":invoke", call).problem(t, http.StatusBadGateway)
	if want := `output "Sky" got none of its allowed values`; p.Detail != want {
		t.Errorf("got %s, want %s", p.Detail, want)
	}
}

func TestInvokePanic(t *testing.T) {
	tool := forecastTool{run: func(context.Context, nact.Arguments) (nact.Results, error) { panic("s3cret") }}
	server := serve(t, endpoint.Config{}, tool.tool())
	got := post(t, server.URL+"/tools/"+forecastID+":invoke", call)
	if got.problem(t, http.StatusInternalServerError); strings.Contains(got.body, "s3cret") {
		t.Errorf("the answer tells of the panic: %s", got.body)
	}
}

func TestInvokeClientGone(t *testing.T) {
	running, ended := make(chan struct{}), make(chan error, 1)
	tool := forecastTool{run: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		close(running)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return nil, ctx.Err()
	}}
	server := serve(t, endpoint.Config{}, tool.tool())
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/tools/"+forecastID+":invoke", strings.NewReader(call))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	go func() {
		<-running
		leave()
	}()
	if _, err := http.DefaultClient.Do(request); !errors.Is(err, context.Canceled) {
		t.Errorf("the client got %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the tool ended by %v, want it to be canceled", err)
	}
}

// A deadline that middleware set is no client that left.
func TestInvokeDeadlineOfMiddleware(t *testing.T) {
	tool := forecastTool{run: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	handler, err := endpoint.New(endpoint.Config{Name: "weather"}, []nact.Tool{tool.tool()})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Millisecond)
		defer cancel()
		handler.ServeHTTP(w, r.WithContext(ctx))
	}))
	defer server.Close()
	post(t, server.URL+"/tools/"+forecastID+":invoke", call).problem(t, http.StatusGatewayTimeout)
}

func TestConcurrentUse(t *testing.T) {
	server := serve(t, endpoint.Config{}, nact.Tool{
		Versions: []nact.Signature{forecastV1()},
		Invoke: func(_ context.Context, in nact.Arguments) (nact.Results, error) {
			return nact.Results{"Sunny in " + in.String(0) + "."}, nil
		},
	})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			city := fmt.Sprint("city ", i)
			for range 20 {
				body := `{"name":"lookup_forecast","input_parameters":[{"name":"City","value":"` + city + `"}]}`
				if got := post(t, server.URL+"/tools/"+forecastID+":invoke", body); !strings.Contains(got.body, "Sunny in "+city+".") {
					t.Errorf("%s: got %s", city, got.body)
				}
				get(t, server.URL+"/tools?pageLimit=1").page(t)
			}
		})
	}
	group.Wait()
}
