package nactoidc

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/setting"
)

// Source is what the operator of a program says of tokens.
type Source struct{ config Config }

var _ callers.Source = (*Source)(nil)

// Settings returns what the operator can set. They must be set before [Source.Open].
func (s *Source) Settings() []setting.Setting {
	keep := func(to *string) func(string) error {
		return func(text string) error {
			*to = text
			return nil
		}
	}
	list := func(to *[]string) func(string) error {
		return func(text string) error {
			for one := range strings.SplitSeq(text, ",") {
				*to = append(*to, strings.TrimSpace(one))
			}
			return nil
		}
	}
	return []setting.Setting{
		{Flag: "oidc-issuer", Takes: "URL", Variable: "NACT_OIDC_ISSUER", Set: keep(&s.config.Issuer),
			About: "who issues the tokens of callers, as tokens name it"},
		{Flag: "oidc-audience", Takes: "NAME", Variable: "NACT_OIDC_AUDIENCE", List: true, Set: list(&s.config.Audiences),
			About: "an audience of which tokens must have one, instead of the public URL; repeatable"},
		{Flag: "oidc-keys", Takes: "URL|FILE", Variable: "NACT_OIDC_KEYS", Set: keep(&s.config.Keys),
			About: "the issuer's keys (a JWKS), instead of those that it publishes"},
		{Flag: "oidc-algorithm", Takes: "NAME", Variable: "NACT_OIDC_ALGORITHM", List: true, Set: list(&s.config.Algorithms),
			About: "accept signatures of this algorithm, instead of all asymmetric ones; repeatable"},
		{Flag: "oidc-clock-skew", Takes: "DURATION", Variable: "NACT_OIDC_CLOCK_SKEW", Default: "30s", Set: s.setSkew,
			About: "how far the clocks of issuer and program are apart at most"},
		{Flag: "public-url", Takes: "URL", Variable: "NACT_PUBLIC_URL", Set: keep(&s.config.PublicURL),
			About: "under which clients know the service: the audience of tokens, and where clients learn who issues them"},
	}
}

func (s *Source) setSkew(text string) (err error) {
	s.config.Skew, err = time.ParseDuration(text)
	if err != nil || s.config.Skew <= 0 || s.config.Skew > 10*time.Minute {
		return fmt.Errorf("oidc-clock-skew %q is not a duration up to 10m, such as 30s", text)
	}
	return nil
}

// Open returns a verifier, or nil if the operator has named no issuer.
func (s *Source) Open(logger *slog.Logger) (callers.Authenticator, error) {
	if s.config.Issuer == "" {
		if len(s.config.Audiences)+len(s.config.Algorithms) > 0 || s.config.Keys != "" {
			return nil, errors.New("what is said of tokens counts for nothing without --oidc-issuer URL or NACT_OIDC_ISSUER, which says whose they are")
		}
		return nil, nil
	}
	s.config.Logger = logger
	v, err := New(s.config)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Lacking says how an operator names an issuer.
func (s *Source) Lacking() string { return "--oidc-issuer URL with --public-url URL" }
