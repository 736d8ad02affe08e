package golden

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// draftCall is a call of a tool by a caller who knows its signature, and does what refusals say.
type draftCall struct {
	url       string // of the service
	signature nact.Signature
	known     func(id string) any // a value for an input as the document has it
	inputs    map[string]any      // by name

	asked int // how often the call was made
}

// mostAttempts is how often a caller corrects a call.
const mostAttempts = 12

// newDraftCall is a call with all inputs, or with those that are required alone.
func newDraftCall(url string, s nact.Signature, all bool, known func(id string) any) *draftCall {
	c := &draftCall{url: url, signature: s, known: known, inputs: map[string]any{}}
	for _, in := range s.Inputs {
		if all || in.Required() {
			c.inputs[in.Name] = c.valueOf(in)
		}
	}
	return c
}

// valueOf is a value for an input, by what the signature says.
func (c *draftCall) valueOf(in nact.Input) any {
	switch in.Type {
	case nact.Enum:
		return in.AllowedValues[0].Name
	case nact.Boolean:
		return true
	case nact.List:
		element := c.valueOf(*in.Items)
		return string(encoded(slices.Repeat([]any{element}, max(1, in.MinItems))))
	case nact.Number:
		n := 12.5
		if in.Least != nil {
			n = max(n, *in.Least)
		}
		if in.Most != nil {
			n = min(n, *in.Most)
		}
		return string(encoded(n))
	case nact.Int:
		if len(in.Examples) > 0 {
			return in.Examples[0]
		}
		n := min(1, in.Maximum())
		if in.Min != nil {
			n = max(n, *in.Min)
		}
		return n
	}
	text := "text"
	switch {
	case len(in.Examples) > 0:
		text, _ = in.Examples[0].(string)
	case in.Format != "":
		text = texts[in.Format]
	case strings.HasSuffix(in.Description, "As JSON."):
		text = string(encoded(c.known(in.ID)))
	}
	if in.MaxLength > 0 && len(text) > in.MaxLength {
		text = text[:in.MaxLength]
	}
	text += strings.Repeat("x", max(0, in.MinLength-len(text)))
	if in.Pattern != "" && !nact.CheckPattern(in.Pattern, text) {
		if matching, ok := matchOf(in.Pattern, in.MinLength); ok {
			return matching
		}
	}
	return text
}

// answer is what a service answers to a call.
type draftAnswer struct {
	status  int
	Outputs []struct {
		Name  string          `json:"name"`
		Value json.RawMessage `json:"value"`
	} `json:"output_parameters"`

	Type       string      `json:"type"`
	Detail     string      `json:"detail"`
	Violations []violation `json:"violations"`
}

type violation struct {
	Parameter string `json:"parameter"`
	Rule      string `json:"rule"`
	Message   string `json:"message"`
}

// make makes the call, and makes it again with what a refusal says corrected.
func (c *draftCall) make() (*draftAnswer, error) {
	for {
		c.asked++
		a, err := c.once()
		if err != nil || a.status != http.StatusBadRequest || c.asked == mostAttempts || !c.correct(a) {
			return a, err
		}
	}
}

func (c *draftCall) once() (*draftAnswer, error) {
	type argument struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	}
	list := []argument{}
	for _, in := range c.signature.Inputs {
		if value, ok := c.inputs[in.Name]; ok {
			list = append(list, argument{in.Name, value})
		}
	}
	body := encoded(map[string]any{"name": c.signature.Name, "input_parameters": list})
	response, err := http.Post(c.url+"/tools/"+c.signature.ToolID+":invoke", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	a := &draftAnswer{status: response.StatusCode}
	if err := json.Unmarshal(data, a); err != nil {
		return nil, fmt.Errorf("%s: %w", data, err)
	}
	return a, nil
}

// correct corrects the inputs that an answer complains about, and reports whether anything is different.
func (c *draftCall) correct(a *draftAnswer) bool {
	changed := false
	for _, v := range a.Violations {
		for _, in := range c.signature.Inputs {
			if in.Name != v.Parameter {
				continue
			}
			if better, ok := c.corrected(in, v.Message); ok && better != c.inputs[in.Name] {
				c.inputs[in.Name], changed = better, true
			}
		}
	}
	return changed
}

var (
	saysPattern = regexp.MustCompile("pattern `?(.*?)`?(?:$|; |\\.$)")
	saysAtLeast = regexp.MustCompile(`at least ([0-9.]+)( characters?)?`)
	saysAtMost  = regexp.MustCompile(`at most ([0-9.]+)( characters?)?`)
	saysOneOf   = regexp.MustCompile(`must be one of "?([^,.;"]+)`)
	saysFormat  = regexp.MustCompile(`(?:format|a|an) "?(date-time|date|time|email|uri|uuid|ipv4|ipv6|hostname|byte)\b`)
)

// corrected is a value of which a message would not say the same.
func (c *draftCall) corrected(in nact.Input, message string) (any, bool) {
	bound := func(said *regexp.Regexp, characters bool) (int64, bool) {
		m := said.FindStringSubmatch(message)
		if m == nil || characters != (m[2] != "") {
			return 0, false
		}
		n, err := strconv.ParseFloat(m[1], 64)
		return int64(n), err == nil
	}
	if in.Type == nact.Int {
		n, ok := bound(saysAtLeast, false)
		if !ok {
			n, ok = bound(saysAtMost, false)
		}
		if m := saysOneOf.FindStringSubmatch(message); m != nil {
			value, err := strconv.ParseInt(m[1], 10, 64)
			return value, err == nil
		}
		return n, ok
	}
	if in.Type == nact.List {
		elements, ok := c.known(in.ID).([]any)
		return string(encoded(elements)), ok && len(elements) > 0
	}
	text, _ := c.inputs[in.Name].(string)
	if m := saysPattern.FindStringSubmatch(message); m != nil && !strings.Contains(m[1], "…") {
		least, _ := bound(saysAtLeast, true)
		return matchOf(m[1], int(least))
	}
	if n, ok := bound(saysAtLeast, true); ok {
		return text + strings.Repeat("x", int(n)-len(text)), true
	}
	if n, ok := bound(saysAtMost, true); ok && int(n) < len(text) {
		return text[:n], true
	}
	if m := saysFormat.FindStringSubmatch(message); m != nil {
		return texts[m[1]], true
	}
	for _, said := range []*regexp.Regexp{saysAtLeast, saysAtMost} {
		if n, ok := bound(said, false); ok {
			return strconv.FormatInt(n, 10), true
		}
	}
	if m := saysOneOf.FindStringSubmatch(message); m != nil {
		return m[1], true
	}
	switch known := c.known(in.ID).(type) {
	case string:
		return known, true
	case float64:
		return strconv.FormatFloat(known, 'f', -1, 64), true
	case bool:
		return strconv.FormatBool(known), true
	}
	return nil, false
}

// problem says what is wrong with an answer, by the signature; empty: nothing is. A declared failure is an answer.
func (a *draftAnswer) problem(s nact.Signature) string {
	if a.status != http.StatusOK {
		return fmt.Sprintf("%d %s: %s", a.status, strings.TrimPrefix(a.Type, "urn:problem-type:nact:"), a.Detail)
	}
	outputs := s.Published()
	next := 0
	for _, given := range a.Outputs {
		i := slices.IndexFunc(outputs, func(o nact.Output) bool { return cmp.Or(o.Name, o.ID) == given.Name })
		if i < next {
			return fmt.Sprintf("the output %s is none, or not in its place", given.Name)
		}
		next = i + 1
		if !fitsOutput(outputs[i], given.Value) {
			return fmt.Sprintf("the output %s is %.60s", given.Name, given.Value)
		}
	}
	return ""
}

// fitsOutput reports whether a value is one of an output.
func fitsOutput(o nact.Output, data json.RawMessage) bool {
	var value any
	if json.Unmarshal(data, &value) != nil {
		return false
	}
	switch o.Type {
	case nact.Int:
		n, ok := value.(float64)
		return ok && n == float64(int64(n))
	case nact.Boolean:
		_, ok := value.(bool)
		return ok
	case nact.Enum:
		return slices.ContainsFunc(o.AllowedValues, func(v nact.AllowedValue) bool { return v.Name == value })
	case nact.String:
		_, ok := value.(string)
		return ok
	case nact.Number:
		text, ok := value.(string)
		return ok && json.Valid([]byte(text))
	}
	return o.Type == nact.JSON
}

// failed reports whether the answer is a declared failure.
func (a *draftAnswer) failed() bool {
	return len(a.Outputs) > 0 && a.Outputs[0].Name == nact.FailureName
}
