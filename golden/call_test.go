package golden

import (
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// call is one call of a tool, in a file of its own:
//
//	find_city {"City": "Omaha"}
//	> GET /geo/search?name=Omaha
//	| Accept: application/json
//	< 200 application/json
//	| {"results": []}
//	= 200
//	| {"output_parameters":[]}
//
// The first line names the tool and gives the inputs by their names; a tool named mcp:find_city is called over MCP, with the inputs by their ids. Headers of the call can follow, in lines with a bar. ">" is what an upstream is asked, its name first;
// "<" is what it answers; "=" is what the agent gets. Lines with a bar go on with headers, then the body. The author
// writes the first line and the answers, the rest is compared. A line of an answer that starts with *1000* stands there so often.
//
// The key of a write is shown as "key 1", "key 2", each by the order in which it came first.
//
// Requests that come at the same time are answered with "<&", one below the other, when all of them have come. Which is which
// the author says with the line of the request.
type call struct {
	tool      string
	inputs    map[string]json.RawMessage
	header    []string // Name: value
	exchanges []exchange
	status    int
	answered  []string // headers of the answer, of those in shownHeaders
	body      string
}

// overMCP is what the names of tools begin with that are called over MCP.
const overMCP = "mcp:"

// shownHeaders are the headers of answers that calls show.
var shownHeaders = []string{"Preference-Applied", "Www-Authenticate"}

// exchange is a request to an upstream and its answer.
type exchange struct {
	line     string   // of the request, as the author wrote it, or empty
	request  []string // the request line, headers and the body; nil if there was none
	answer   []string // the status and what follows; nil if there is none
	together bool     // it is answered with the others around it of which that is so
}

// The answers that are none.
const (
	answerHang = "hang" // nothing comes, until the client leaves
	answerDrop = "drop" // the connection is closed
)

// parseCall reads the input part of a call: the first line and the answers.
func parseCall(text string) (*call, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	tool, inputs, _ := strings.Cut(lines[0], " ")
	c := &call{tool: tool}
	if inputs != "" {
		if err := json.Unmarshal([]byte(inputs), &c.inputs); err != nil {
			return nil, fmt.Errorf("the inputs of %s: %w", tool, err)
		}
	}
	answering, asked, begun := false, "", false
	for _, line := range lines[1:] {
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case "<", "<&":
			answering = true
			c.exchanges = append(c.exchanges, exchange{line: asked, answer: []string{rest}, together: mark == "<&"})
			asked = ""
		case "|":
			if !begun {
				c.header = append(c.header, rest)
			} else if answering {
				last := &c.exchanges[len(c.exchanges)-1]
				last.answer = append(last.answer, rest)
			}
		case ">":
			answering, asked = false, rest
		case "=":
			answering = false
		default:
			return nil, fmt.Errorf("a line of a call starts with >, <, = or |, unlike %q", line)
		}
		begun = begun || mark != "|"
	}
	return c, nil
}

// String returns the whole call, as its file has it.
func (c *call) String() string {
	var b strings.Builder
	b.WriteString(c.tool)
	if c.inputs != nil {
		b.WriteString(" " + inline(c.inputs))
	}
	b.WriteByte('\n')
	for _, line := range c.header {
		b.WriteString("| " + line + "\n")
	}
	block := func(mark string, lines []string) {
		for _, line := range lines {
			b.WriteString(strings.TrimRight(mark+" "+line, " ") + "\n")
			mark = "|"
		}
	}
	for _, e := range c.exchanges {
		block(">", e.request)
		if e.together {
			block("<&", e.answer)
			continue
		}
		block("<", e.answer)
	}
	block("=", slices.Concat([]string{strconv.Itoa(c.status)}, c.answered, bodyLines(c.body)))
	return b.String()
}

// inline returns members as people write JSON in one line.
func inline(members map[string]json.RawMessage) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		all = append(all, strconv.Quote(name)+": "+string(members[name]))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// arguments returns the body of the invocation.
func (c *call) arguments() ([]byte, error) {
	type argument struct {
		Name  string          `json:"name"`
		Value json.RawMessage `json:"value"`
	}
	list := []argument{}
	for _, name := range slices.Sorted(maps.Keys(c.inputs)) {
		list = append(list, argument{name, c.inputs[name]})
	}
	return json.Marshal(map[string]any{"name": c.tool, "input_parameters": list})
}

func bodyLines(body string) []string {
	if body = strings.TrimRight(body, "\n"); body == "" {
		return nil
	}
	return strings.Split(body, "\n")
}

// shownRequest is a request as calls show it: without what every request has, and with one boundary for the parts of all bodies.
func shownRequest(r *http.Request, uri string, body string) []string {
	if _, params, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && params["boundary"] != "" {
		uniform := strings.NewReplacer(params["boundary"], "BOUNDARY", "\r", "")
		r.Header.Set("Content-Type", uniform.Replace(r.Header.Get("Content-Type")))
		body = uniform.Replace(body)
	}
	usual := []string{"Accept-Encoding", "Connection", "Content-Length", "User-Agent"}
	lines := []string{r.Method + " " + uri}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		value := strings.Join(r.Header[name], ", ")
		if slices.Contains(usual, name) && (name != "User-Agent" || strings.HasPrefix(value, "Go-http-client")) {
			continue
		}
		lines = append(lines, name+": "+value)
	}
	return append(lines, bodyLines(body)...)
}
