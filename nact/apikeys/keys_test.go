package apikeys

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/setting"
	"github.com/nactgen/nactgen/nact/watch"
)

// hashed returns the word of a line for a key.
func hashed(key string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(key))) }

func TestRead(t *testing.T) {
	sum := hashed("k")
	tests := []struct{ name, text, wrong string }{
		{"nothing", "", ""},
		{"comments", "# a\n\n  # b\r\n", ""},
		{"without scopes", "a " + sum, ""},
		{"with scopes", "a " + sum + " x:y z/*\r\n", ""},
		{"two keys of one", "a " + sum + "\na " + hashed("l") + "\n", ""},
		{"a day", "a " + sum + " expires=2027-01-31 x", ""},
		{"a moment", "a " + sum + " expires=2027-01-31T12:00:00+02:00", ""},
		{"no hash", "# c\na", "line 2: after the ID a stands no sha256:HEX; a line is " + form},
		{"the key itself", "a nactkey_secret", "line 1: after the ID a stands no sha256:HEX; a line is " + form},
		{"a short hash", "a sha256:00ff", "line 1: the hash of a is not sha256: and 64 hexadecimal digits; --new-api-key a makes a key and its line"},
		{"no hexadecimal hash", "a sha256:" + strings.Repeat("z", 64), "line 1: the hash of a is not sha256: and 64 hexadecimal digits; --new-api-key a makes a key and its line"},
		{"no ID", sum, "line 1: the line must begin with an ID of up to 64 letters, digits, dots, hyphens, underscores and @; a line is " + form},
		{"no date", "a " + sum + " expires=soon", "line 1: of a: expires= takes the last day, in UTC, such as 2027-01-31, or a moment such as 2027-01-31T12:00:00Z"},
		{"a date at the end", "a " + sum + " x expires=2027-01-31", "line 1: after the hash of a stands something that is no scope; a line is " + form},
		{"no scope", "a " + sum + " x\"y", "line 1: after the hash of a stands something that is no scope; a line is " + form},
		{"one key twice", "a " + sum + "\nb " + sum, "line 2: the same key stands in line 1: give each caller its own"},
		{"all that is wrong", "a\n" + sum, "line 1: after the ID a stands no sha256:HEX; a line is " + form + "\nline 2: the line must begin with an ID of up to 64 letters, digits, dots, hyphens, underscores and @; a line is " + form},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := read(test.text)
			if got := fmt.Sprint(err); got != test.wrong && (err != nil || test.wrong != "") {
				t.Errorf("got %s\nwant %s", got, test.wrong)
			}
		})
	}
}

// FuzzRead: whatever a file holds, it is read or refused; what is read means the same when it is written again, and no error repeats a hash.
func FuzzRead(f *testing.F) {
	f.Add("# c\na " + hashed("k") + " expires=2027-01-31 x y\n")
	f.Add("a sha256:\nb")
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := read(text)
		if err != nil {
			for word := range strings.FieldsSeq(text) {
				sum, ok := strings.CutPrefix(word, sumPrefix)
				if ok && len(sum) == 2*sha256.Size && strings.Count(text, sum) == 1 && strings.Contains(err.Error(), sum) { // it may be an ID as well
					t.Errorf("the error repeats %s", word)
				}
			}
			return
		}
		var again strings.Builder
		for _, l := range lines {
			fmt.Fprintf(&again, "%s %s%x", l.id, sumPrefix, l.sum)
			if !l.expires.IsZero() {
				fmt.Fprintf(&again, " %s%s", expiresPrefix, l.expires.Format(time.RFC3339))
			}
			fmt.Fprintf(&again, " %s\n", strings.Join(l.scopes, " "))
		}
		reread, err := read(again.String())
		same := slices.EqualFunc(lines, reread, func(a, b line) bool {
			return a.id == b.id && a.sum == b.sum && a.expires.Equal(b.expires) && slices.Equal(a.scopes, b.scopes)
		})
		if err != nil || !same {
			t.Errorf("%q is read as %v, and that again as %v, %v", text, lines, reread, err)
		}
	})
}

// fixture is keys of a file that a test writes, at a time that it sets.
type fixture struct {
	*Keys
	path string
	log  bytes.Buffer
	at   time.Time
}

func open(t *testing.T, text string) *fixture {
	t.Helper()
	f := &fixture{path: filepath.Join(t.TempDir(), "keys"), at: time.Now()}
	f.write(t, text)
	source := Source{Scopes: []string{"read", "write"}, path: f.path}
	a, err := source.Open(slog.New(slog.NewTextHandler(&f.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	f.Keys = a.(*Keys)
	f.now = func() time.Time { return f.at }
	f.file.Now = f.now
	return f
}

// write replaces the file, as an editor and a mounted secret do, and lets the time pass after which it is looked at again.
func (f *fixture) write(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile(f.path+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(f.path+".new", f.path); err != nil {
		t.Fatal(err)
	}
	f.at = f.at.Add(2 * watch.Interval)
}

// as says who sends a request with header fields.
func (f *fixture) as(header ...string) string {
	r := httptest.NewRequest("GET", "/", nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	caller, err := f.Authenticate(r)
	var refused *callers.Refused
	switch {
	case errors.As(err, &refused):
		return refused.Reason
	case err != nil:
		return "error: " + err.Error()
	case caller == nil:
		return "nobody"
	}
	return caller.ID + " " + strings.Join(caller.Scopes, " ")
}

func TestAuthenticate(t *testing.T) {
	f := open(t, "a "+hashed("one")+" read write\na "+hashed("two")+" read\nb "+hashed("three")+" expires=2026-01-01 read\n")
	const several, invalid = "The request has several credentials: send one.", "The API key is not valid."
	tests := []struct {
		header []string
		want   string
	}{
		{nil, "nobody"},
		{[]string{"X-API-Key", "one"}, "api-key:a read write"},
		{[]string{"Authorization", "Bearer two"}, "api-key:a read"},
		{[]string{"Authorization", "bearer  two"}, "api-key:a read"},
		{[]string{"Authorization", "Basic two"}, "nobody"},
		{[]string{"Authorization", "Bearer four"}, "nobody"}, // it may be a token of another kind
		{[]string{"Authorization", "Bearer one", "Authorization", "Bearer one"}, "nobody"},
		{[]string{"X-API-Key", "four"}, invalid},
		{[]string{"X-API-Key", ""}, invalid},
		{[]string{"X-API-Key", hashed("one")}, invalid},
		{[]string{"X-API-Key", strings.Repeat("k", 2000)}, invalid},
		{[]string{"X-API-Key", "one", "X-API-Key", "one"}, several},
		{[]string{"X-API-Key", "one", "Authorization", "Bearer one"}, several},
		{[]string{"X-API-Key", "three"}, "The API key has expired."},
	}
	for _, test := range tests {
		if got := f.as(test.header...); got != test.want {
			t.Errorf("%q: got %s, want %s", test.header, got, test.want)
		}
	}
}

// TestExpiry: a key is good until the end of its last day.
func TestExpiry(t *testing.T) {
	f := open(t, "a "+hashed("one")+" expires=2027-01-31")
	f.file = nil
	for at, want := range map[string]string{"2027-01-31T23:59:59Z": "api-key:a ", "2027-02-01T00:00:00Z": "The API key has expired."} {
		f.at, _ = time.Parse(time.RFC3339, at)
		if got := f.as("X-API-Key", "one"); got != want {
			t.Errorf("at %s: %s", at, got)
		}
	}
}

// TestRotation: keys come and go with the file, while one that cannot be used changes nothing.
func TestRotation(t *testing.T) {
	f := open(t, "a "+hashed("old")+" read")
	steps := []struct{ name, text, old, new, logged string }{
		{"both", "a " + hashed("old") + "\na " + hashed("new"), "api-key:a ", "api-key:a ", "has changed"},
		{"the new one", "a " + hashed("new"), "The API key is not valid.", "api-key:a ", "has changed"},
		{"broken", "a " + hashed("old") + "\na sha256:", "The API key is not valid.", "api-key:a ", "line 2: the hash of a"},
		{"about to be written", "", "The API key is not valid.", "api-key:a ", "the file is empty"},
		{"the old one, without a break", "a " + hashed("old"), "api-key:a ", "The API key is not valid.", "has changed"},
		{"nobody", "# nobody", "The API key is not valid.", "The API key is not valid.", "has changed"},
		{"an unknown scope", "a " + hashed("new") + " raed", "The API key is not valid.", "api-key:a raed", "scope=raed"},
	}
	for _, step := range steps {
		f.log.Reset()
		f.write(t, step.text)
		if old, new := f.as("X-API-Key", "old"), f.as("X-API-Key", "new"); old != step.old || new != step.new {
			t.Errorf("%s: the old key is that of %s, the new one of %s", step.name, old, new)
		}
		f.at = f.at.Add(2 * watch.Interval)
		f.as("X-API-Key", "old")
		if strings.Count(f.log.String(), step.logged) != 1 {
			t.Errorf("%s: logged\n%s", step.name, f.log.String())
		}
	}
	f.log.Reset()
	if err := os.Remove(f.path); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		f.at = f.at.Add(2 * watch.Interval)
		if got := f.as("X-API-Key", "new"); got != "api-key:a raed" {
			t.Errorf("without a file: %s", got)
		}
	}
	if strings.Count(f.log.String(), "those of before stay valid") != 1 {
		t.Errorf("logged\n%s", f.log.String())
	}
}

// TestOpen: what is wrong at the start is said with the file and the line, and never with a hash or a key.
func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte("# c\na nactkey_secret\nb sha256:c0ffee"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := (&Source{path: path}).Open(nil)
	if err == nil || !strings.Contains(err.Error(), path+": line 2: ") || !strings.Contains(err.Error(), path+": line 3: ") || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "c0ffee") {
		t.Errorf("got %v", err)
	}
	if _, err := (&Source{path: path + "x"}).Open(nil); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	if _, err := (&Source{inline: "a"}).Open(nil); err == nil || !strings.HasPrefix(err.Error(), "NACT_API_KEYS: line 1: ") {
		t.Errorf("got %v", err)
	}
	if _, err := callers.Open(nil, new(Source)); err == nil || err.Error() != "nobody can prove who calls: give --api-keys FILE or NACT_API_KEYS" {
		t.Errorf("got %v", err)
	}
}

// TestNew: the line that is printed lets the key in that is printed with it.
func TestNew(t *testing.T) {
	source := &Source{Scopes: []string{"read"}}
	set := func(variable, flag, text string) error {
		i := slices.IndexFunc(source.Settings(), func(s setting.Setting) bool { return s.Variable == variable && s.Flag == flag })
		return source.Settings()[i].Set(text)
	}
	var answer *setting.Answer
	if err := set("", "new-api-key", "agent-7"); !errors.As(err, &answer) {
		t.Fatal(err)
	}
	paragraphs := strings.Split(answer.Text, "\n\n")
	key, line := strings.TrimSpace(paragraphs[1]), strings.TrimSpace(paragraphs[3])
	if len(key) != len(keyPrefix)+43 {
		t.Errorf("the key is %s", key)
	}
	if err := set("NACT_API_KEYS", "", line); err != nil {
		t.Fatal(err)
	}
	keys, err := source.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("X-API-Key", key)
	if caller, err := keys.Authenticate(r); err != nil || caller.ID != "api-key:agent-7" || !slices.Equal(caller.Scopes, []string{"read"}) {
		t.Errorf("got %v, %v", caller, err)
	}
	if err := set("", "new-api-key", "an agent"); err == nil || errors.As(err, &answer) {
		t.Errorf("got %v", err)
	}
	if schemes := keys.Schemes(); !slices.Contains(schemes, callers.Scheme{Name: "apiKey", JSON: `{"type":"apiKey","in":"header","name":"X-API-Key"}`}) {
		t.Errorf("got %v", schemes)
	}
}
