package certificates

import (
	"errors"
	"log/slog"

	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/setting"
	"github.com/nactgen/nactgen/nact/watch"
)

// Source is where a program has the names of its callers from: a file, and its environment.
type Source struct {
	Scopes   []string // that tools of the service need. A name with another one is logged
	Verified bool     // the program holds certificates of callers to authorities

	path, inline string
}

// Settings returns what the operator can set. They must be set before [Source.Open].
func (s *Source) Settings() []setting.Setting {
	keep := func(to *string) func(string) error {
		return func(text string) error {
			*to = text
			return nil
		}
	}
	return []setting.Setting{
		{Flag: "client-certificates", Takes: "FILE", Variable: "NACT_CLIENT_CERTIFICATES_FILE", Set: keep(&s.path),
			About: "what callers may do whose certificates have a name, a line each: ID uri:URI SCOPE...; read again when it changes"},
		{Variable: "NACT_CLIENT_CERTIFICATES", Set: keep(&s.inline),
			About: "further lines of client certificates"},
	}
}

// largestFile is how long a file can be, in bytes: some ten thousand names.
const largestFile = 1 << 20

// Open returns what knows the names, or nil if the operator has named none. The error says everything that is wrong with them, by line.
func (s *Source) Open(logger *slog.Logger) (callers.Authenticator, error) {
	if s.path == "" && s.inline == "" {
		if s.Verified {
			return nil, errors.New("tls-client-ca says who issues certificates, and nothing says whose they are: give --client-certificates FILE or NACT_CLIENT_CERTIFICATES")
		}
		return nil, nil
	}
	if !s.Verified {
		return nil, errors.New("client-certificates says whose certificates are, and nobody asks for them: --tls-client-ca FILE names the authorities that issue them")
	}
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	k := &Known{scopes: s.Scopes, logger: logger}
	var err error
	if k.inline, err = read(s.inline); err != nil {
		return nil, watch.InFile("NACT_CLIENT_CERTIFICATES", err)
	}
	var lines []line
	if s.path != "" {
		if k.file, lines, err = watch.OpenLines(s.path, largestFile, read); err != nil {
			return nil, err
		}
	}
	return k, k.use(lines)
}

// Lacking says how an operator names callers by their certificates.
func (s *Source) Lacking() string {
	return "--client-certificates FILE or NACT_CLIENT_CERTIFICATES, with --tls-client-ca FILE"
}
