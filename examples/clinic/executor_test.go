package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// executor calls book_appointment as whatever runs an agent does: under a key, which it gives again if the call comes to nothing.
type executor struct {
	url string // of the service
	key string // empty: none
}

// checkup is what the executor calls with: a check-up for Maria Alvarez, who wants messages.
const checkup = `{"name": "book_appointment", "input_parameters": [
	{"name": "Patient name", "value": "Maria Alvarez"}, {"name": "Date of birth", "value": "1984-05-17"},
	{"name": "Kind of visit", "value": "CHECKUP"}, {"name": "First day", "value": "2027-03-01"}]}`

// call makes the call once. The error is that there was no answer.
func (e executor) call(ctx context.Context) (reply, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url+"/tools/"+bookAppointment+":invoke", strings.NewReader(checkup))
	if err != nil {
		return reply{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	if e.key != "" {
		request.Header.Set("Idempotency-Key", strconv.Quote(e.key))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{}, err
	}
	return newReply(response, text)
}

// attempts is how often the executor makes a call that comes to nothing.
const attempts = 4

// insist makes the call until there is an answer that a further one would only repeat, and waits between two as long as it is asked to.
// The error is that there was no answer at last.
func (e executor) insist(ctx context.Context) (got reply, err error) {
	for range attempts {
		time.Sleep(got.after)
		if got, err = e.call(ctx); err == nil && got.final() {
			break
		}
	}
	return got, err
}

// reply is what the service answered.
type reply struct {
	status   int
	after    time.Duration     // its Retry-After
	replayed bool              // it is the answer to an earlier call
	kept     bool              // as far as it says
	problem  string            // the last part of its type
	writes   []write           // of a fault
	outputs  map[string]string // those that are texts
}

// write is what a fault says of a write.
type write struct{ Step, State string }

// newReply reads an answer.
func newReply(response *http.Response, text []byte) (reply, error) {
	var body struct {
		Type       string
		Writes     []write
		Kept       *bool
		Parameters []struct {
			Name  string
			Value any
		} `json:"output_parameters"`
	}
	if err := json.Unmarshal(text, &body); err != nil {
		return reply{}, err
	}
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")) // 0 if it is not there
	got := reply{
		status: response.StatusCode, after: time.Duration(seconds) * time.Second, replayed: response.Header.Get("Idempotent-Replayed") != "", kept: body.Kept == nil || *body.Kept,
		problem: body.Type[strings.LastIndex(body.Type, ":")+1:], writes: body.Writes, outputs: make(map[string]string),
	}
	for _, p := range body.Parameters {
		if value, ok := p.Value.(string); ok {
			got.outputs[p.Name] = value
		}
	}
	return got, nil
}

// booked reports whether the call has succeeded.
func (r reply) booked() bool { return r.outputs["Reference"] != "" }

// final reports whether the same call again has the same answer.
func (r reply) final() bool { return r.status == http.StatusOK || r.replayed }

// state returns what the answer says of a step that writes; empty: nothing.
func (r reply) state(step string) string {
	at := slices.IndexFunc(r.writes, func(w write) bool { return w.Step == step })
	if at < 0 {
		return ""
	}
	return r.writes[at].State
}

// String is the answer as the page has it.
func (r reply) String() string {
	text := strconv.Itoa(r.status) + " " + r.problem
	switch {
	case r.booked():
		text = "booked"
	case r.status == http.StatusOK:
		text = r.outputs["Failure"]
	}
	if !r.kept {
		text += ", not kept"
	}
	return text
}

// said is what the answer says of writes, as the page has it.
func (r reply) said() string {
	said := make([]string, len(r.writes))
	for i, w := range r.writes {
		said[i] = w.Step + " " + w.State
	}
	return strings.Join(said, ", ")
}
