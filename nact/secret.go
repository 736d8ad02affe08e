package nact

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
)

// Secret is a text of the configuration that is for upstreams alone, and that may become another one while the service runs. It prints as [Hidden]. The zero
// Secret is empty. It may be used by several goroutines at the same time, and be compared with the zero Secret alone.
type Secret struct {
	kept Varying // nil: it is empty
}

// Varying is where the text of a [Secret] comes from that may become another one. It may be used by several goroutines at the same time.
type Varying interface {
	Text() string      // as it is now
	Recent() []string  // as it is now, and as it was short before
	Renew()            // has Text look at once whether there is another one
	Refuse(why string) // says that the text as it is now cannot be used, so that what was made of the one before stays. why has nothing of it
}

// NewSecret returns a secret that stays as it is.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&fixedText{&text}}
}

// NewVaryingSecret returns a secret that is what v says.
func NewVaryingSecret(v Varying) Secret { return Secret{v} }

// SecretFrom returns the secret that a variable of the environment holds, of which os.LookupEnv says so much; without one, it is empty.
func SecretFrom(text string, _ bool) Secret { return NewSecret(text) }

// Text returns the secret as it is now.
func (s Secret) Text() string {
	if s.kept == nil {
		return ""
	}
	return s.kept.Text()
}

// Varies reports whether the secret may become another one.
func (s Secret) Varies() bool {
	_, fixed := s.kept.(*fixedText)
	return s.kept != nil && !fixed
}

// Recent returns what nobody may see who may not see the secret: its text, and the one that it had short before.
func (s Secret) Recent() []string {
	if s.kept == nil {
		return nil
	}
	return s.kept.Recent()
}

// Renew has the secret be looked at again at once, as after an upstream has refused it.
func (s Secret) Renew() {
	if s.kept != nil {
		s.kept.Renew()
	}
}

// String returns [Hidden], or an empty string for the empty secret.
func (s Secret) String() string {
	if s.kept == nil {
		return ""
	}
	return Hidden
}

// GoString is String.
func (s Secret) GoString() string { return s.String() }

// LogValue is String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is String.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// fixedText is the text of a secret that stays, where no verb of package fmt finds it.
type fixedText struct{ text *string }

func (f *fixedText) Text() string     { return *f.text }
func (f *fixedText) Recent() []string { return []string{*f.text} }
func (f *fixedText) Renew()           {}
func (f *fixedText) Refuse(string)    {}

// MakeSecret returns the secret that is made of others, and is made anew when one of them has become another one. If that fails then, it stays as it was. An
// error that is a [PublicError] says what is wrong without what any of them holds.
func MakeSecret(text func() (string, error), of ...Secret) (Secret, error) {
	of = slices.DeleteFunc(of, func(s Secret) bool { return !s.Varies() })
	if len(of) == 0 {
		fixed, err := text()
		return NewSecret(fixed), err
	}
	m := &madeText{remake: text, of: of}
	now := &made{of: m.parts()}
	var err error
	now.text, err = text()
	m.now.Store(now)
	return Secret{m}, err
}

// SecretOf is [MakeSecret] for a text that always comes about.
func SecretOf(text func() string, of ...Secret) Secret {
	made, _ := MakeSecret(func() (string, error) { return text(), nil }, of...)
	return made
}

// PublicError is an error that has a text which is for everybody.
type PublicError interface {
	error
	Public() string
}

// madeText is the text of a secret that is made of others, all of which may become other ones.
type madeText struct {
	remake func() (string, error)
	of     []Secret

	mu  sync.Mutex // held while it is made
	now atomic.Pointer[made]
}

// made is a text, and what the parts of it were when it was made, or tried to.
type made struct {
	of   []string
	text string
}

func (m *madeText) parts() []string {
	parts := make([]string, len(m.of))
	for i, s := range m.of {
		parts[i] = s.Text()
	}
	return parts
}

// current reports whether the parts are still those that a text was made of.
func (m *madeText) current(now *made) bool {
	for i, s := range m.of {
		if s.Text() != now.of[i] {
			return false
		}
	}
	return true
}

func (m *madeText) Text() string {
	now := m.now.Load()
	if m.current(now) {
		return now.text
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if now = m.now.Load(); m.current(now) {
		return now.text
	}
	next := &made{of: m.parts()}
	var err error
	if next.text, err = m.remake(); err != nil {
		next.text = now.text
		m.Refuse(public(err))
	}
	m.now.Store(next)
	return next.text
}

func (m *madeText) Recent() []string { return []string{m.Text()} }

func (m *madeText) Renew() {
	for _, s := range m.of {
		s.Renew()
	}
}

func (m *madeText) Refuse(why string) {
	for _, s := range m.of {
		s.kept.Refuse(why)
	}
}

// public returns what everybody may know of an error.
func public(err error) string {
	if p := PublicError(nil); errors.As(err, &p) {
		return p.Public()
	}
	return "what is made of it cannot be made"
}
