package callers

import (
	"errors"
	"log/slog"
	"strings"

	"github.com/nactgen/nactgen/nact/setting"
)

// Source makes an [Authenticator] of what an operator says.
type Source interface {
	// Settings returns what the operator can set.
	Settings() []setting.Setting

	// Open returns the authenticator, or nil if the operator has said nothing of it. A nil logger logs nothing.
	Open(logger *slog.Logger) (Authenticator, error)

	// Lacking names the settings without which Open returns nil.
	Lacking() string
}

// Settings returns the settings of all sources.
func Settings(sources ...Source) []setting.Setting {
	var all []setting.Setting
	for _, s := range sources {
		all = append(all, s.Settings()...)
	}
	return all
}

// Open returns the authenticators of the sources. It is an error if there is none: nobody could call.
func Open(logger *slog.Logger, sources ...Source) ([]Authenticator, error) {
	var all []Authenticator
	var findings []error
	var ways []string
	for _, s := range sources {
		a, err := s.Open(logger)
		if err != nil {
			findings = append(findings, err)
		} else if a != nil {
			all = append(all, a)
		}
		ways = append(ways, s.Lacking())
	}
	if len(findings) == 0 && len(all) == 0 {
		return nil, errors.New("nobody can prove who calls: give " + strings.Join(ways, ", or "))
	}
	return all, errors.Join(findings...)
}
