package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// vendor stands for the API of a document: it compares each request with the document, and answers as that says. It knows the document
// through a library of others.
type vendor struct {
	document *openapi3.T

	mu       sync.Mutex
	expected *openapi3.Operation
	path     string // template
	method   string
	asked    int      // requests since the call began
	found    []string // what is wrong with them
	unread   []string // what of them the library cannot read
	examples int      // answers that are examples of the document
	made     int      // answers that are made of its schemas
}

func init() {
	for _, kind := range []string{"text/yaml", "text/x-markdown", "text/html", "application/vnd.flux", "application/x-tar"} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.PlainBodyDecoder)
	}
}

// begin says which operation is called next.
func (v *vendor) begin(method, path string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.method, v.path, v.asked, v.found, v.unread = method, path, 0, nil, nil
	item := v.document.Paths.Value(path)
	if item == nil {
		return fmt.Errorf("the library has no path %s", path)
	}
	if v.expected = item.GetOperation(method); v.expected == nil {
		return fmt.Errorf("the library has no %s %s", method, path)
	}
	return nil
}

// end returns how many requests came, what is wrong with them, and what of them was not compared.
func (v *vendor) end() (asked int, found, unread []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.asked, v.found, v.unread
}

func (v *vendor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.asked++
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	for _, problem := range v.compare(r) {
		list := &v.found
		if cannotRead.MatchString(problem) {
			list = &v.unread
		}
		if !slices.Contains(*list, problem) {
			*list = append(*list, problem)
		}
	}
	v.answer(w, r)
}

// compare returns what the document says against a request.
func (v *vendor) compare(r *http.Request) []string {
	if r.Method != v.method {
		return []string{fmt.Sprintf("the method is %s", r.Method)}
	}
	values, ok := pathValues(v.path, r.URL.EscapedPath())
	if !ok {
		return []string{"the path is " + r.URL.EscapedPath()}
	}
	item := v.document.Paths.Value(v.path)
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: values,
		Route: &routers.Route{Spec: v.document, Path: v.path, PathItem: item, Method: v.method, Operation: v.expected},
		Options: &openapi3filter.Options{
			MultiError: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true, RejectWhenRequestBodyNotSpecified: true,
		},
	}
	return append(v.undocumented(r, item), messages(openapi3filter.ValidateRequest(r.Context(), input))...)
}

// undocumented returns the query parameters that the operation does not have. The library lets them pass.
func (v *vendor) undocumented(r *http.Request, item *openapi3.PathItem) []string {
	known := map[string]bool{}
	_, query, _ := strings.Cut(v.path, "?")
	for _, pair := range strings.Split(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		known[name] = true
	}
	if v.document.Components != nil {
		for _, scheme := range v.document.Components.SecuritySchemes {
			if scheme.Value != nil && scheme.Value.In == "query" {
				known[scheme.Value.Name] = true
			}
		}
	}
	for _, p := range slices.Concat(v.expected.Parameters, item.Parameters) {
		known[p.Value.Name] = true
		if p.Value.In == "query" && p.Value.Schema != nil && p.Value.Schema.Value != nil { // the members of an object that is exploded
			for name := range p.Value.Schema.Value.Properties {
				known[name] = true
			}
		}
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(r.URL.Query())) {
		if outer, _, _ := strings.Cut(name, "["); !known[name] && !known[outer] {
			found = append(found, "the document has no query parameter "+name)
		}
	}
	return found
}

// cannotRead matches what the library says of forms that it cannot read: lists in deepObject, objects in forms, and media types that it does not know.
var cannotRead = regexp.MustCompile(`invalid serialization method|unsupported schema of request body's property|unsupported content type`)

// pathValues are the values in a path of what a template names.
func pathValues(template, path string) (map[string]string, bool) {
	template, _, _ = strings.Cut(template, "#")
	template, _, _ = strings.Cut(template, "?")
	var names []string
	var pattern strings.Builder
	for rest := template; rest != ""; {
		before, after, ok := strings.Cut(rest, "{")
		pattern.WriteString(regexp.QuoteMeta((&url.URL{Path: before}).EscapedPath()))
		if !ok {
			break
		}
		name, next, _ := strings.Cut(after, "}")
		names, rest = append(names, name), next
		pattern.WriteString("([^/]*?)")
	}
	match := regexp.MustCompile("^" + pattern.String() + "$").FindStringSubmatch(path)
	if match == nil {
		return nil, false
	}
	values := map[string]string{}
	for i, name := range names {
		value, err := url.PathUnescape(match[i+1])
		if err != nil {
			return nil, false
		}
		values[name] = value
	}
	return values, true
}

// messages are the first lines of what the library says.
func messages(err error) []string {
	if err == nil {
		return nil
	}
	var several openapi3.MultiError
	if list, ok := err.(openapi3.MultiError); ok {
		several = list
	} else {
		several = openapi3.MultiError{err}
	}
	var found []string
	for _, e := range several {
		text := e.Error()
		var schema *openapi3.SchemaError
		if errors.As(e, &schema) {
			before, _, _ := strings.Cut(text, schema.Error())
			text = before + "at /" + strings.Join(schema.JSONPointer(), "/") + ": " + schema.Reason
		}
		text, _, _ = strings.Cut(text, "\nSchema:")
		found = append(found, strings.Join(strings.Fields(text), " "))
	}
	return found
}

// answer answers as the document says: with its example if the schema allows that, else with a value made of the schema.
func (v *vendor) answer(w http.ResponseWriter, r *http.Request) {
	status, response := success(v.expected)
	if response == nil || len(response.Content) == 0 {
		w.WriteHeader(status)
		return
	}
	kind := mediaType(response.Content, r.Header.Get("Accept"))
	media := response.Content[kind]
	body := v.body(media, kind)
	sent := kind
	if strings.Contains(sent, "*") {
		sent = "application/octet-stream"
	}
	w.Header().Set("Content-Type", sent)
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the client is gone
}

// success is the answer of an operation that says that all is well: the one with the least status.
func success(op *openapi3.Operation) (int, *openapi3.Response) {
	byStatus := op.Responses.Map()
	for _, name := range slices.Sorted(maps.Keys(byStatus)) {
		if status, err := strconv.Atoi(name); err == nil && status/100 == 2 && byStatus[name].Value != nil {
			return status, byStatus[name].Value
		}
	}
	for _, name := range []string{"2XX", "default"} {
		if r := byStatus[name]; r != nil && r.Value != nil {
			return http.StatusOK, r.Value
		}
	}
	return http.StatusOK, nil
}

// mediaType is one of those of an answer that the request asks for; one of JSON if it does not mind.
func mediaType(content openapi3.Content, accept string) string {
	kinds := slices.Sorted(maps.Keys(content))
	for _, wanted := range strings.Split(accept, ",") {
		wanted, _, _ := mime.ParseMediaType(wanted)
		for _, kind := range kinds {
			if offered, _, err := mime.ParseMediaType(kind); err == nil && offered == wanted {
				return kind
			}
		}
	}
	if i := slices.IndexFunc(kinds, isJSON); i >= 0 {
		return kinds[i]
	}
	return kinds[0]
}

func isJSON(kind string) bool {
	kind, _, _ = mime.ParseMediaType(kind)
	return kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// body is the body of an answer.
func (v *vendor) body(media *openapi3.MediaType, kind string) []byte {
	v.made++
	last := v.asked > 1 // of several pages
	made := &values{document: v.document, answer: true, sparse: last}
	if !isJSON(kind) {
		return []byte("text")
	}
	for _, example := range examplesOf(media) {
		if last {
			break
		}
		if media.Schema == nil || made.allows(media.Schema.Value, example) {
			v.made, v.examples = v.made-1, v.examples+1
			return encoded(example)
		}
	}
	value := made.of(media.Schema, 0)
	if media.Schema != nil && media.Schema.Value != nil && !made.allows(media.Schema.Value, value) {
		made = &values{document: v.document, answer: true, sparse: true}
		if least := made.of(media.Schema, 0); made.allows(media.Schema.Value, least) {
			value = least
		}
	}
	return encoded(value)
}

// examplesOf are the examples of an answer, in their order by name.
func examplesOf(media *openapi3.MediaType) []any {
	var list []any
	if media.Example != nil {
		list = append(list, media.Example)
	}
	for _, name := range slices.Sorted(maps.Keys(media.Examples)) {
		if e := media.Examples[name].Value; e != nil && e.Value != nil {
			list = append(list, e.Value)
		}
	}
	return list
}

func encoded(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		return []byte(`"` + err.Error() + `"`)
	}
	return data
}

// sample is a value for what the operation under way has under an id: a parameter, a member of the body, or else the body.
func (v *vendor) sample(id string) any {
	made := &values{document: v.document}
	item := v.document.Paths.Value(v.path)
	for _, p := range slices.Concat(v.expected.Parameters, item.Parameters) {
		if named(p.Value.Name, id) {
			if p.Value.Schema == nil {
				for _, media := range p.Value.Content {
					return made.of(media.Schema, 0)
				}
			}
			return made.of(p.Value.Schema, 0)
		}
	}
	body := v.expected.RequestBody
	if body == nil || body.Value == nil {
		return "text"
	}
	for _, kind := range slices.Sorted(maps.Keys(body.Value.Content)) {
		schema := body.Value.Content[kind].Schema
		if schema == nil || schema.Value == nil {
			continue
		}
		value := made.of(schema, 0)
		if object, ok := value.(map[string]any); ok {
			for _, name := range slices.Sorted(maps.Keys(object)) {
				if named(name, id) {
					return object[name]
				}
			}
		}
		return value
	}
	return "text"
}

// setting is a value for a config value, which is named after a parameter or a member of a body.
func (v *vendor) setting(id string) string {
	paths := v.document.Paths.Map()
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		operations := paths[path].Operations()
		for _, method := range slices.Sorted(maps.Keys(operations)) {
			for _, p := range slices.Concat(operations[method].Parameters, paths[path].Parameters) {
				if words := simplified(p.Value.Name); words != "" && strings.HasSuffix(simplified(id), words) {
					return fmt.Sprint((&values{document: v.document}).of(p.Value.Schema, 0))
				}
			}
		}
	}
	return "value"
}

// named reports whether an id was made of a name.
func named(name, id string) bool {
	return strings.HasSuffix(simplified(name), simplified(id)) || simplified(name) == simplified(id)
}

// simplified is a name without what sets its words apart.
func simplified(name string) string { return notInName.ReplaceAllString(strings.ToLower(name), "") }
