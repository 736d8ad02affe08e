package nactoidc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Times of the keys of an issuer.
const (
	fetchTimeout = 5 * time.Second
	keysAge      = time.Hour        // after which they are fetched again, while those that are there serve on
	pause        = 10 * time.Second // between two fetches: tokens with made-up keys cannot make the service ask more often
	retryPause   = 2 * time.Second  // between two fetches of which the first has failed
)

// largest is how long a document of an issuer is at most, in bytes.
const largest = 1 << 20

// keySet is the keys of an issuer. What was fetched serves for as long as the issuer cannot be reached.
type keySet struct {
	config Config
	state  atomic.Pointer[fetched]
	mu     sync.Mutex // held while keys are fetched
}

// fetched is what came of the last try to fetch keys.
type fetched struct {
	keys  []jose.JSONWebKey // of the last try that went well; nil: none has
	at    time.Time         // of that
	tried time.Time
	err   error // of the last try
}

func newKeySet(c Config) *keySet {
	s := &keySet{config: c}
	s.state.Store(new(fetched))
	return s
}

// find returns the keys of a name; of an empty one, all. If there are none, or they are to be renewed since none has signed a token, it fetches them, unless
// it has just done that. The error says that this was not possible.
func (s *keySet) find(name string, renew bool) ([]jose.JSONWebKey, error) {
	state := s.state.Load()
	if keys := state.named(name); len(keys) > 0 && !renew {
		if now := s.config.Now(); now.Sub(state.at) > keysAge && state.rested(now) && s.mu.TryLock() {
			go func() {
				defer s.mu.Unlock()
				s.fetch()
			}()
		}
		return keys, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	state = s.state.Load()
	if keys := state.named(name); len(keys) > 0 && !renew {
		return keys, nil
	}
	if state.rested(s.config.Now()) {
		state = s.fetch()
	}
	keys := state.named(name)
	if len(keys) == 0 && state.err != nil {
		return nil, fmt.Errorf("the keys of the issuer cannot be fetched: %w", state.err)
	}
	return keys, nil
}

// rested reports whether keys may be fetched again.
func (f *fetched) rested(now time.Time) bool {
	wait := pause
	if f.err != nil {
		wait = retryPause
	}
	return f.tried.IsZero() || now.Sub(f.tried) > wait
}

// named returns the keys of a name; of an empty one, all.
func (f *fetched) named(name string) []jose.JSONWebKey {
	if name == "" {
		return f.keys
	}
	var keys []jose.JSONWebKey
	for _, k := range f.keys {
		if k.KeyID == name {
			keys = append(keys, k)
		}
	}
	return keys
}

// fetch fetches the keys, and returns what came of it. Those that are there stay if it fails.
func (s *keySet) fetch() *fetched {
	now := s.config.Now()
	next := &fetched{tried: now, at: now}
	next.keys, next.err = s.read()
	if next.err != nil {
		before := s.state.Load()
		next.keys, next.at = before.keys, before.at
		s.config.Logger.Error("the keys of the issuer of tokens cannot be fetched", slog.Int("known_keys", len(next.keys)), slog.String("cause", next.err.Error()))
	}
	s.state.Store(next)
	return next
}

// read reads the keys from where they are.
func (s *keySet) read() ([]jose.JSONWebKey, error) {
	var set jose.JSONWebKeySet
	var err error
	switch {
	case s.config.Keys == "":
		err = s.discover(&set)
	case isURL(s.config.Keys):
		err = s.get(s.config.Keys, &set)
	default:
		var text []byte
		if text, err = os.ReadFile(s.config.Keys); err == nil {
			err = json.Unmarshal(text, &set)
		}
	}
	if err != nil {
		return nil, err
	}
	var keys []jose.JSONWebKey
	for _, k := range set.Keys {
		if k.Valid() && k.IsPublic() && (k.Use == "" || k.Use == "sig") {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("there is no public key for signatures")
	}
	return keys, nil
}

// discover reads the keys that an issuer publishes (OpenID Connect Discovery 1.0).
func (s *keySet) discover(set *jose.JSONWebKeySet) error {
	var document struct {
		Issuer string `json:"issuer"`
		Keys   string `json:"jwks_uri"`
	}
	if err := s.get(strings.TrimRight(s.config.Issuer, "/")+"/.well-known/openid-configuration", &document); err != nil {
		return err
	}
	if document.Issuer != s.config.Issuer {
		return fmt.Errorf("the issuer calls itself %q, and tokens would have to name it so: give that as the issuer", document.Issuer)
	}
	if err := checkURL("the address of the issuer's keys", document.Keys); err != nil {
		return err
	}
	return s.get(document.Keys, set)
}

// get reads a document of JSON.
func (s *keySet) get(address string, into any) error {
	answer, err := s.config.Client.Get(address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", address, answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, largest))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("GET %s: %w", address, err)
	}
	return nil
}

func isURL(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && net.IP(ip.AsSlice()).IsLoopback()
}
