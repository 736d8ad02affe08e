package nact_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func noInvoke(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil }

// text spells an answer as name=value pairs.
func text(answer nact.Answer) string {
	var pairs []string
	for _, v := range answer.Values {
		format := "%s=%v"
		if _, encoded := v.Value.(json.RawMessage); encoded {
			format = "%s=%s"
		}
		pairs = append(pairs, fmt.Sprintf(format, v.Output.Name, v.Value))
	}
	return strings.Join(pairs, " ")
}

func wantFault(t *testing.T, err error, kind nact.FaultKind, message string) {
	t.Helper()
	var fault *nact.Fault
	if !errors.As(err, &fault) || fault.Kind != kind || fault.Error() != message {
		t.Errorf("got %#v, want a fault of kind %d: %s", err, kind, message)
	}
}

// invoke invokes a tool with one output of the type that ends as given.
func invoke(t *testing.T, kind nact.Type, results nact.Results, fails error) (nact.Answer, error) {
	t.Helper()
	s := forecast()
	s.Outputs = []nact.Output{{ID: "out", Name: "Out", Type: kind}}
	if kind == nact.Enum {
		s.Outputs[0].AllowedValues = []nact.AllowedValue{{Name: "SUNNY"}, {Name: "RAINY"}}
	}
	s.Failures = []nact.AllowedValue{{Name: "NO_SUCH_CITY"}}
	contracts := ready(t, nact.Tool{
		Formats: nact.CheckFormat, Versions: []nact.Signature{s},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) { return results, fails },
	})
	return contracts[0].Invoke(t.Context(), nil)
}

func TestInvokeAnswers(t *testing.T) {
	type place struct {
		Name string           `json:"name"`
		Wind nact.Opt[string] `json:"wind,omitzero"`
	}
	tests := []struct {
		name   string
		kind   nact.Type
		result any
		want   string
	}{
		{"string", nact.String, "Sunny", "Out=Sunny"},
		{"int", nact.Int, int64(math.MaxInt64), "Out=9223372036854775807"},
		{"boolean", nact.Boolean, false, "Out=false"},
		{"enum", nact.Enum, "SUNNY", "Out=SUNNY"},
		{"present Opt", nact.Int, nact.Some(int64(0)), "Out=0"},
		{"absent Opt", nact.Int, nact.Opt[int64]{}, ""},
		{"absent Opt of an enum", nact.Enum, nact.Opt[string]{}, ""},
		{"nil", nact.String, nil, ""},
		{"json struct", nact.JSON, place{Name: "<Omaha> & co"}, `Out={"name":"<Omaha> & co"}`},
		{"json Opt", nact.JSON, nact.Some(place{"Omaha", nact.Some("5 mph")}), `Out={"name":"Omaha","wind":"5 mph"}`},
		{"absent json Opt", nact.JSON, nact.Opt[place]{}, ""},
		{"json scalar", nact.JSON, "text", `Out="text"`},
		{"raw json", nact.JSON, json.RawMessage(" [1, 2.50]\n"), "Out=[1,2.50]"},
		{"json null", nact.JSON, nact.Null[string]{}, "Out=null"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer, err := invoke(t, test.kind, nact.Results{test.result}, nil)
			if got := text(answer); err != nil || got != test.want {
				t.Errorf("got %s, %v; want %s", got, err, test.want)
			}
		})
	}
}

func TestInvokeChecksResults(t *testing.T) {
	tests := []struct {
		name    string
		kind    nact.Type
		results nact.Results
		fault   nact.FaultKind
		message string
	}{
		{"value outside the enum", nact.Enum, nact.Results{"SNOWY"}, nact.BadAnswer, `output "Out" got none of its allowed values`},
		{"empty enum", nact.Enum, nact.Results{nact.Some("")}, nact.BadAnswer, `output "Out" got none of its allowed values`},
		{"not encodable", nact.JSON, nact.Results{math.NaN()}, nact.BadAnswer, `output "Out" could not be encoded as JSON`},
		{"malformed raw json", nact.JSON, nact.Results{json.RawMessage("{")}, nact.BadAnswer, `output "Out" could not be encoded as JSON`},
		{"wrong Go type", nact.Int, nact.Results{7}, nact.Internal, `output "Out" is of type int, and the tool answered Go type int`},
		{"float for an int", nact.Int, nact.Results{nact.Some(7.0)}, nact.Internal, `output "Out" is of type int, and the tool answered Go type float64`},
		{"too few results", nact.Int, nil, nact.Internal, "the tool answered 0 outputs instead of 1"},
		{"too many results", nact.Int, nact.Results{int64(1), int64(2)}, nact.Internal, "the tool answered 2 outputs instead of 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := invoke(t, test.kind, test.results, nil)
			wantFault(t, err, test.fault, test.message)
		})
	}
}

func TestInvokeErrors(t *testing.T) {
	upstream := &nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", Detail: "it answered 500"}
	tests := []struct {
		name    string
		err     error
		fault   nact.FaultKind
		message string
	}{
		{"a fault", upstream, nact.BadAnswer, "weather.point: it answered 500"},
		{"a fault of a step", nact.StepError("point", upstream), nact.BadAnswer, "step point: weather.point: it answered 500"},
		{"a wrapped fault", fmt.Errorf("context: %w", upstream), nact.BadAnswer, "weather.point: it answered 500"},
		{"an undeclared failure", nact.Fail("OTHER", "secret"), nact.Internal, "the tool failed in a way that its version 1 does not declare"},
		{"the time is up", fmt.Errorf("waiting: %w", context.DeadlineExceeded), nact.Timeout, "the tool ran out of time"},
		{"any other error", errors.New("secret"), nact.Internal, "the tool could not be run"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := invoke(t, nact.Int, nil, test.err)
			wantFault(t, err, test.fault, test.message)
			if !errors.Is(err, test.err) && !strings.HasPrefix(test.name, "a ") {
				t.Errorf("the cause of %v is lost", err)
			}
		})
	}
}

func TestInvokeWrappedFailure(t *testing.T) {
	answer, err := invoke(t, nact.Int, nil, fmt.Errorf("step: %w", nact.Fail("NO_SUCH_CITY", "None.")))
	if got, want := text(answer), "Failure=NO_SUCH_CITY Failure detail=None."; err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// panicInGoroutine panics in a goroutine of its own, and once more where it was called.
func panicInGoroutine(context.Context, nact.Arguments) (nact.Results, error) {
	recovered := make(chan *nact.Panic)
	go func() {
		defer func() { recovered <- nact.Recovered(recover()) }()
		panicBelow()
	}()
	panic(<-recovered)
}

func panicBelow() { panic("secret") }

// TestInvokeKeepsTheStack: the log has the stack of the goroutine in which a panic began.
func TestInvokeKeepsTheStack(t *testing.T) {
	contracts := ready(t, nact.Tool{Formats: nact.CheckFormat, Versions: []nact.Signature{forecast()}, Invoke: panicInGoroutine})
	_, err := contracts[0].Invoke(t.Context(), nil)
	wantFault(t, err, nact.Internal, "the tool could not be run")
	if cause := errors.Unwrap(err); cause == nil || !strings.HasPrefix(cause.Error(), "panic: secret\n") || !strings.Contains(cause.Error(), "panicBelow") {
		t.Errorf("the cause is %v, want the panic and its stack", cause)
	}
}

func TestInvokeRecovers(t *testing.T) {
	contracts := ready(t, nact.Tool{
		Formats: nact.CheckFormat, Versions: []nact.Signature{forecast()},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) { panic("secret") },
	})
	_, err := contracts[0].Invoke(t.Context(), nil)
	wantFault(t, err, nact.Internal, "the tool could not be run")
	if cause := errors.Unwrap(err); cause == nil || !strings.HasPrefix(cause.Error(), "panic: secret\n") || !strings.Contains(cause.Error(), "answer_test.go") {
		t.Errorf("the cause is %v, want the panic and its stack", cause)
	}
}

// TestRunSaysWhatWasDone: a declared failure names the writes that stand, behind a sentence that has ended.
func TestRunSaysWhatWasDone(t *testing.T) {
	const remark = " Done all the same, and not taken back: step note. Perhaps done: api.book."
	for detail, want := range map[string]string{
		"There is none.": "There is none." + remark, "There is none": "There is none." + remark, "Why?": "Why?" + remark, "": remark[1:],
	} {
		saysWhatWasDone(t, detail, want)
	}
}

func saysWhatWasDone(t *testing.T, detail, want string) {
	t.Helper()
	s := forecast()
	s.Failures = []nact.AllowedValue{{Name: "NO_SUCH_CITY", Description: "No such city."}}
	contracts := ready(t, nact.Tool{
		Formats: nact.CheckFormat, Versions: []nact.Signature{s}, Writes: true, Journal: nact.BeginJournal,
		Invoke: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
			nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).Sent("api.book")
			nact.JournalOf(ctx).Begin("note", nact.Opt[int]{}, nil).Done()
			return nil, nact.Fail("NO_SUCH_CITY", detail)
		},
	})
	answer, changes, err := contracts[0].Run(t.Context(), nil, func(nact.Record) {})
	if err != nil || changes == nil || answer.Failure == nil {
		t.Fatalf("got %+v, %v, %v", answer, changes, err)
	}
	if got := answer.Values[1].Value; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := strings.Join(changes.Lines(), "; "), "book, api.book: unknown; note: done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
