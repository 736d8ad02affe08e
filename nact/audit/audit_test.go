package audit_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/audit"
)

var book = &nact.Tool{
	Writes: true,
	Versions: []nact.Signature{{Name: "book", Version: 2, Inputs: []nact.Input{
		{ID: "patient", Name: "Patient", Type: nact.String}, {ID: "code", Name: "Code", Type: nact.String}, {ID: "nights", Name: "Nights", Type: nact.Int}, {ID: "note", Name: "Note", Type: nact.String},
	}}},
}

// made is what a call has changed.
var made = nact.Writes{{Step: "visit", Operation: "clinic.book", State: nact.Undone}, {Step: "told", Operation: "clinic.tell", State: nact.Unknown}}

// end tells l of a call of the tool.
func end(t *testing.T, l *audit.Log, e nact.Ending) {
	t.Helper()
	ctx := nact.WithCaller(nact.NewRequest(t.Context(), "one", nact.Trace{}), &nact.Caller{ID: "api-key:desk"})
	_, ended := l.Call(ctx, nact.Called{Face: "mcp", Tool: book, Signature: book.Current()})
	ended(e)
}

func open(t *testing.T, file string, log *bytes.Buffer, inputs ...string) *audit.Log {
	t.Helper()
	l, err := audit.Open(file, inputs, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A call that changed something has a record with the inputs that are allowed, whatever came of it; others have none.
func TestRecords(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audit")
	var log bytes.Buffer
	arguments := nact.Arguments{"Maria", "s3cret", int64(3), nil}
	for range 2 { // a program that is started again appends
		l := open(t, file, &log, "nights", "patient", "note")
		end(t, l, nact.Ending{Outcome: nact.Faulted, Err: &nact.Fault{}, Arguments: arguments, Changes: made})
		end(t, l, nact.Ending{Outcome: nact.Failed, Failure: "TAKEN", Arguments: arguments, Changes: made[:1]})
		end(t, l, nact.Ending{Outcome: nact.Succeeded, Arguments: arguments})
		end(t, l, nact.Ending{Outcome: nact.Succeeded, Replayed: true, Changes: made})
		if err := l.Ready(); err != nil {
			t.Error(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`"time":"20\d\d-\d\d-\d\dT[0-9:.]*Z"`).ReplaceAllString(string(got), `"time":"T"`)
	const each = `{"time":"T","request_id":"one","caller":"api-key:desk","tool":"book","version":2,"face":"mcp","outcome":"fault","inputs":{"patient":"Maria","nights":3},` +
		`"writes":[{"step":"visit","operation":"clinic.book","state":"undone"},{"step":"told","operation":"clinic.tell","state":"unknown"}]}` + "\n" +
		`{"time":"T","request_id":"one","caller":"api-key:desk","tool":"book","version":2,"face":"mcp","outcome":"failure","failure":"TAKEN","inputs":{"patient":"Maria","nights":3},` +
		`"writes":[{"step":"visit","operation":"clinic.book","state":"undone"}]}` + "\n"
	if text != each+each || log.Len() > 0 {
		t.Errorf("\n got %s\nwant %s\nlog: %s", text, each+each, &log)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it has the mode %v, %v", info.Mode(), err)
	}
}

// A disk that is full lets no record get lost: it is in the log of the service, and no further call may write.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	var log bytes.Buffer
	l := open(t, "/dev/full", &log)
	if err := l.Ready(); err != nil {
		t.Errorf("nothing is known to be wrong yet: %v", err)
	}
	end(t, l, nact.Ending{Outcome: nact.Succeeded, Changes: made[:1]})
	if text := log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "request_id=one") || !strings.Contains(text, `\"operation\":\"clinic.book\"`) {
		t.Errorf("the log: %s", text)
	}
	for range 2 {
		if err := l.Ready(); err == nil || !strings.Contains(err.Error(), "the audit log cannot be written") {
			t.Errorf("got %v", err)
		}
	}
}

func TestFileThatCannotBeOpened(t *testing.T) {
	if _, err := audit.Open(filepath.Join(t.TempDir(), "none", "audit"), nil, nil); err == nil || !strings.HasPrefix(err.Error(), "the audit log cannot be opened: ") {
		t.Errorf("got %v", err)
	}
}
