package apikeys

import (
	"log/slog"
	"time"

	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/setting"
	"github.com/nactgen/nactgen/nact/watch"
)

// Source is where a program has its keys from: a file, and its environment.
type Source struct {
	Scopes []string // that tools of the service need. A key with another one is logged

	path, inline string
}

// Settings returns what the operator can set. They must be set before [Source.Open].
func (s *Source) Settings() []setting.Setting {
	return []setting.Setting{
		{Flag: "api-keys", Takes: "FILE", Variable: "NACT_API_KEYS_FILE", Set: keep(&s.path),
			About: "the API keys of callers, a line each: ID sha256:HEX SCOPE...; read again when it changes"},
		{Variable: "NACT_API_KEYS", Secret: true, Set: keep(&s.inline),
			About: "further lines of API keys"},
		{Flag: "new-api-key", Takes: "ID", Set: s.answer,
			About: "print a new API key and its line, and end"},
	}
}

func keep(to *string) func(string) error {
	return func(text string) error {
		*to = text
		return nil
	}
}

// answer makes a key for a caller.
func (s *Source) answer(id string) error {
	key, line, err := New(id, s.Scopes...)
	if err != nil {
		return err
	}
	about := "Its line for the file of --api-keys:"
	if len(s.Scopes) > 0 {
		about = "Its line for the file of --api-keys, where the key has every scope that tools need; leave out those that it is not to have:"
	}
	return &setting.Answer{Text: "The key of " + id + ", which is shown this once:\n\n  " + key + "\n\n" + about + "\n\n  " + line + "\n"}
}

// Open returns the keys, or nil if the operator has named none. The error says everything that is wrong with them, by line.
func (s *Source) Open(logger *slog.Logger) (callers.Authenticator, error) {
	if s.path == "" && s.inline == "" {
		return nil, nil
	}
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	k := &Keys{scopes: s.Scopes, logger: logger, now: time.Now}
	var err error
	if k.inline, err = read(s.inline); err != nil {
		return nil, watch.InFile("NACT_API_KEYS", err)
	}
	k.warn(k.inline)
	if s.path == "" {
		k.use(nil)
		return k, nil
	}
	var lines []line
	if k.file, lines, err = watch.OpenLines(s.path, largestFile, read); err != nil {
		return nil, err
	}
	k.use(lines)
	return k, nil
}

// Lacking says how an operator names keys.
func (s *Source) Lacking() string { return "--api-keys FILE or NACT_API_KEYS" }
