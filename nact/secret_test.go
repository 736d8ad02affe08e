package nact

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// changing is a text that a test changes.
type changing struct {
	text, next string
	refused    []string
}

func (c *changing) Text() string      { return c.text }
func (c *changing) Recent() []string  { return []string{c.text} }
func (c *changing) Renew()            { c.text = c.next }
func (c *changing) Refuse(why string) { c.refused = append(c.refused, why) }

// TestSecretPrints: nothing that prints a secret, or what holds one, prints its text.
func TestSecretPrints(t *testing.T) {
	type config struct {
		Key    Secret
		hidden Secret
	}
	for name, s := range map[string]Secret{"fixed": NewSecret("s3cr3t"), "made": SecretOf(func() string { return "s3cr3t" }, NewVaryingSecret(new(changing)))} {
		made := SecretOf(func() string { return "Key " + s.Text() }, s)
		c := &config{made, s}
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("a", "key", s)
		json, err := made.MarshalText()
		if err != nil || made.Text() != "Key s3cr3t" {
			t.Errorf("%s: %v, %s", name, err, made.Text())
		}
		printed := log.String() + string(json)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
			printed += fmt.Sprintf(verb, s) + fmt.Sprintf(verb, &s) + fmt.Sprintf(verb, c) + fmt.Sprintf(verb, *c)
		}
		if strings.Contains(printed, "s3cr3t") {
			t.Errorf("%s: %s", name, printed)
		}
		if c.hidden.Text() != "s3cr3t" || s.String() != Hidden || (Secret{}).String() != "" {
			t.Errorf("%s: it prints as %s", name, s)
		}
	}
}

// TestMakeSecret: what is made of secrets is made anew when one of them has changed, and stays when that fails, which is said without the secret.
func TestMakeSecret(t *testing.T) {
	first, second := &changing{text: "a"}, &changing{text: "x"}
	made := 0
	both := func() (string, error) {
		made++
		switch second.text {
		case "public":
			return "", unsendable{"it is empty"}
		case "private":
			return "", errors.New("private cannot be read")
		}
		return first.text + second.text, nil
	}
	s, err := MakeSecret(both, NewVaryingSecret(first), NewSecret("fixed"), NewVaryingSecret(second))
	if err != nil || !s.Varies() {
		t.Fatal(err)
	}
	steps := []struct{ first, second, want string }{
		{"a", "x", "ax"}, {"b", "x", "bx"}, {"b", "y", "by"}, {"b", "public", "by"}, {"c", "private", "by"}, {"c", "z", "cz"},
	}
	for i, step := range steps {
		first.next, second.next = step.first, step.second
		s.Renew()
		for range 3 {
			if got := s.Text(); got != step.want || made != i+1 {
				t.Errorf("of %s and %s: %s, made %d times", step.first, step.second, got, made)
			}
		}
	}
	if got := strings.Join(first.refused, ", "); got != "it is empty, what is made of it cannot be made" || len(second.refused) != 2 {
		t.Errorf("refused: %s", got)
	}
	fixed, err := MakeSecret(func() (string, error) { made++; return "f", nil }, NewSecret("a"))
	if err != nil || fixed.Varies() || fixed.Text()+fixed.Text() != "ff" || made != len(steps)+1 {
		t.Errorf("a fixed one: %v, made %d times", err, made)
	}
	if _, err := MakeSecret(func() (string, error) { return "", errors.New("no") }, s); err == nil {
		t.Error("what cannot be made is no error at first")
	}
}

type unsendable struct{ why string }

func (u unsendable) Error() string  { return u.why }
func (u unsendable) Public() string { return u.why }
