package endpoint_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/dryrun"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// dryBooking returns a service whose tool that writes can be run dry: its first write is one whose answer nobody reads.
func dryBooking() *booking {
	b := &booking{dry: dryrun.Tool{Steps: []dryrun.Step{{Name: "notice", Operation: "api.notify", Unread: true}, {Name: "book", Operation: "api.book"}, {Name: "letter", Function: "write"}}}.Begin}
	b.run = func(ctx context.Context, run int) (nact.Results, error) {
		for _, step := range []string{"notice", "book"} {
			entry := nact.JournalOf(ctx).Begin(step, nact.Opt[int]{}, nil)
			if !nact.InDryRun(ctx) {
				entry.Sent("api." + step)
				continue
			}
			if err := nact.Plan(entry.In(ctx), nact.PlannedWrite{Request: &nact.DryRequest{Method: "POST", URL: "https://api.example.com/" + step}}); err != nil {
				return nil, nact.StepError(step, err)
			}
		}
		return nact.Results{int64(run)}, nil
	}
	return b
}

// wantDry is what a dry run of dryBooking answers.
const wantDry = `{"output_parameters":[],"dry_run":{"writes":[` +
	`{"step":"notice","operation":"api.notify","method":"POST","url":"https://api.example.com/notice","header":{}},` +
	`{"step":"book","operation":"api.book","method":"POST","url":"https://api.example.com/book","header":{}}],` +
	`"then":[{"step":"letter","function":"write"}]}}`

// TestPrefer holds that whoever speaks of a dry run gets one or is refused, and never a run that writes.
func TestPrefer(t *testing.T) {
	const (
		dry     = "dry"
		refused = "refused"
		always  = "always"
	)
	tests := []struct {
		name   string
		fields []string
		want   string
	}{
		{"alone", []string{"dry-run"}, dry},
		{"in other letters", []string{"Dry-RUN"}, dry},
		{"beside others, with a parameter", []string{"respond-async, dry-run;foo=bar"}, dry},
		{"with several parameters", []string{`dry-run ; a="b, c;d" ; e`}, dry},
		{"in the second line", []string{"respond-async", "wait=5, dry-run"}, dry},
		{"behind a quoted comma", []string{`a="b,\"c", dry-run`}, dry},
		{"with an empty value", []string{`dry-run=""`}, dry},
		{"with blanks and nothing", []string{" ,, dry-run ,"}, dry},
		{"twice", []string{"dry-run, dry-run"}, dry},
		{"also with a value", []string{"dry-run, dry-run=no"}, refused},
		{"with a value", []string{"dry-run=false"}, refused},
		{"with a value behind blanks", []string{"dry-run = 1"}, refused},
		{"without a comma", []string{"respond-async Dry-Run"}, refused},
		{"in quotes that are not closed", []string{`a="b, dry-run`}, refused},
		{"with quotes that are not closed", []string{`dry-run;a="b`}, refused},
		{"as a name in quotes", []string{`"dry-run"`}, refused},
		{"as a value", []string{`a="dry-run"`}, refused},
		{"as a parameter", []string{"a;dry-run"}, refused},
		{"as a part of another one", []string{"no-dry-run-please"}, refused},
		{"in single quotes", []string{"'dry-run'"}, refused},
		{"behind an equals sign", []string{"=dry-run"}, refused},
		{"as the signature spells it", []string{"dry_run"}, refused},
		{"in one word", []string{"respond-async, dryrun"}, refused},
		{"in two words", []string{"dry run"}, refused},
		{"as two preferences", []string{"dry, run"}, refused},
		{"with another hyphen", []string{"dry\u2011run"}, refused},
		{"others", []string{"return=minimal; a, b c, ="}, always},
		{"empty", []string{""}, always},
		{"none", nil, always},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := dryBooking()
			url := b.serve(t, endpoint.IdempotencyConfig{})
			header := []string{"Content-Type", "application/json"}
			for _, field := range test.fields {
				header = append(header, "Prefer", field)
			}
			got := do(t, http.MethodPost, url, book, header...)
			applied := got.header.Get("Preference-Applied")
			switch test.want {
			case dry:
				if got.status != http.StatusOK || got.body != wantDry || applied != "dry-run" {
					t.Errorf("got %d %q %s", got.status, applied, got.body)
				}
			case refused:
				got.problem(t, http.StatusBadRequest)
				b.wantRuns(t, 0)
			case always:
				if got.status != http.StatusOK || !strings.Contains(got.body, `"value":1`) || applied != "" {
					t.Errorf("got %d %q %s", got.status, applied, got.body)
				}
			}
		})
	}
}

// TestDryRunElsewhere: a dry run that is asked for by anything but Prefer is refused, and nothing is written.
func TestDryRunElsewhere(t *testing.T) {
	for name, call := range map[string]struct{ query, body, field string }{
		"a field":               {"", book, "Dry-Run"},
		"another field":         {"", book, "X-DryRun"},
		"the query":             {"?dry_run=true", book, "X"},
		"the query, in escapes": {"?dry%2Drun=1", book, "X"},
		"the body":              {"", strings.Replace(book, "{", `{"dry_run":true,`, 1), "X"},
	} {
		t.Run(name, func(t *testing.T) {
			b := dryBooking()
			url := b.serve(t, endpoint.IdempotencyConfig{})
			got := do(t, http.MethodPost, url+call.query, call.body, "Content-Type", "application/json", call.field, "true")
			got.problem(t, http.StatusBadRequest)
			b.wantRuns(t, 0)
		})
	}
}

// TestDryRunWithAKey: a dry run does not use a key up, and is not answered by one.
func TestDryRunWithAKey(t *testing.T) {
	b := dryBooking()
	url := b.serve(t, endpoint.IdempotencyConfig{})
	dry := postKey(t, url, book, "k", "Prefer", "dry-run")
	if dry.body != wantDry || dry.header.Get("Idempotent-Replayed") != "" {
		t.Errorf("got %s", dry.body)
	}
	first := postKey(t, url, book, "k")
	if !strings.Contains(first.body, `"value":2`) {
		t.Errorf("got %s", first.body)
	}
	if again := postKey(t, url, book, "k", "Prefer", "dry-run"); again.body != wantDry {
		t.Errorf("got %s", again.body)
	}
	wantReplayed(t, first, postKey(t, url, book, "k"))
	b.wantRuns(t, 3)
	if log := b.log.String(); strings.Count(log, `"dry_run":true`) != 2 {
		t.Errorf("the log is\n%s", log)
	}
}

// TestDryRunIsChecked: what a call is refused for, a dry run is.
func TestDryRunIsChecked(t *testing.T) {
	b := dryBooking()
	url := b.serve(t, endpoint.IdempotencyConfig{})
	got := do(t, http.MethodPost, url, `{"name":"book_slot"}`, "Content-Type", "application/json", "Prefer", "dry-run")
	if p := got.problem(t, http.StatusBadRequest); p.Type != "urn:problem-type:nact:invalid-call" {
		t.Errorf("got %+v", p)
	}
	b.wantRuns(t, 0)
}

// TestDryRunThatEndsOtherwise: what a tool comes to before it needs an answer to a write is what it answers, with what it has planned until then.
func TestDryRunThatEndsOtherwise(t *testing.T) {
	plan := func(ctx context.Context) {
		entry := nact.JournalOf(ctx).Begin("notice", nact.Opt[int]{}, nil)
		if err := nact.Plan(entry.In(ctx), nact.PlannedWrite{Request: &nact.DryRequest{Method: "PUT", URL: "https://x"}}); err != nil {
			t.Error(err)
		}
	}
	const planned = `,"dry_run":{"writes":[{"step":"notice","operation":"api.notify","method":"PUT","url":"https://x","header":{}}],"then":[]}}`
	const problem = `{"type":"urn:problem-type:nact:upstream-fault","title":"An upstream failed","status":502,"detail":"step slot: gone","step":"slot"`
	fault := &nact.Fault{Kind: nact.BadAnswer, Step: "slot", Detail: "gone"}
	tests := []struct {
		name   string
		plans  bool
		err    error
		status int
		want   string
	}{
		{"nothing to write", false, nil, 200, `{"output_parameters":[{"name":"Number","value":7}]}`},
		{"all that is to be written", true, nil, 200, `{"output_parameters":[]` + planned},
		{"a failure", false, nact.Fail("TAKEN", "It is."), 200, `{"output_parameters":[{"name":"Failure","value":"TAKEN"},{"name":"Failure detail","value":"It is."}]}`},
		{"a failure after a write", true, nact.Fail("TAKEN", "It is."), 200, `{"output_parameters":[{"name":"Failure","value":"TAKEN"},{"name":"Failure detail","value":"It is."}]` + planned},
		{"a fault", false, fault, 502, problem + "}"},
		{"a fault after a write", true, fault, 502, problem + planned},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := dryBooking()
			b.run = func(ctx context.Context, _ int) (nact.Results, error) {
				if test.plans {
					plan(ctx)
				}
				return nact.Results{int64(7)}, test.err
			}
			got := do(t, http.MethodPost, b.serve(t, endpoint.IdempotencyConfig{}), book, "Content-Type", "application/json", "Prefer", "dry-run")
			if got.status != test.status || got.body != test.want || got.header.Get("Preference-Applied") != "dry-run" {
				t.Errorf("\n got %d %s\nwant %d %s", got.status, got.body, test.status, test.want)
			}
		})
	}
}

// TestNoDryRun: a tool that writes and has no dry run is not run, and one that only reads is run as always.
func TestNoDryRun(t *testing.T) {
	var b booking
	url := b.serve(t, endpoint.IdempotencyConfig{})
	header := []string{"Content-Type", "application/json", "Prefer", "dry-run"}
	got := do(t, http.MethodPost, url, book, header...)
	if p := got.problem(t, http.StatusBadRequest); p.Type != "urn:problem-type:nact:no-dry-run" || got.header.Get("Preference-Applied") != "" {
		t.Errorf("got %+v", p)
	}
	b.wantRuns(t, 0)
	b.run = func(context.Context, int) (nact.Results, error) { return nact.Results{int64(3)}, nil }
	got = do(t, http.MethodPost, strings.Replace(url, bookID, readID, 1), read, header...)
	if got.body != `{"output_parameters":[{"name":"Number","value":3}]}` || got.header.Get("Preference-Applied") != "dry-run" {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

// TestDryRunInSignatures: a signature says whether a dry run can be had.
func TestDryRunInSignatures(t *testing.T) {
	for _, test := range []struct {
		b    *booking
		want string
	}{{new(booking), `"writes":true,"dry_run":false,`}, {dryBooking(), `"writes":true,"dry_run":true,`}} {
		url := test.b.serve(t, endpoint.IdempotencyConfig{})
		if got := get(t, strings.TrimSuffix(url, ":invoke")).body; !strings.Contains(got, test.want) {
			t.Errorf("got %s, want %s", got, test.want)
		}
		if got := get(t, strings.Replace(url, bookID+":invoke", "openapi.json", 1)).body; !strings.Contains(got, test.want) {
			t.Errorf("openapi.json lacks %s", test.want)
		}
	}
}
