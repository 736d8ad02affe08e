package upstream

import (
	"context"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// tokenSource keeps an access token, and gets the next one in time. Whoever needs one while it is being got waits for that; whoever leaves takes
// it from nobody else.
type tokenSource struct {
	fetch func(context.Context) (accessToken, error)

	mu      sync.Mutex
	token   accessToken   // the zero accessToken: there is none
	refresh *tokenRefresh // under way, or nil
	failed  error         // of the last refresh; nil: it has not failed
	pause   time.Time     // until then no refresh follows one that has failed
	dropped time.Time     // when a token was dropped last
}

// accessToken is a token, with the times at which another one is to be got and from which it is not sent any more.
type accessToken struct {
	text      string
	due, ends time.Time
}

// newAccessToken returns a token that was asked for at a time and is to last from then. It is got anew before it ends: a fifth of that time, or a
// minute, so that calls need not wait for it. In the last tenth of it, or five seconds, it is not sent: it might end on its way.
func newAccessToken(text string, asked time.Time, lasts time.Duration) accessToken {
	return accessToken{text: text, due: asked.Add(lasts - min(lasts/5, time.Minute)), ends: asked.Add(lasts - min(lasts/10, 5*time.Second))}
}

// tokenRefresh is a request for a token that all wait for who need one.
type tokenRefresh struct {
	done chan struct{} // closed when what follows is there

	token    accessToken
	err      error
	panicked *nact.Panic
}

const (
	// failurePause is for how long a token endpoint is left alone that has failed, unless it asks for more: calls that come meanwhile fail as the
	// last one has.
	failurePause = time.Second
	// longestPause is the most that a token endpoint can ask for.
	longestPause = time.Minute
	// dropPause is how often tokens are dropped that an upstream refuses: where it refuses all of them, not every call is to ask for another one.
	dropPause = 5 * time.Second
)

// get returns a token. It waits for one, as long as ctx lasts, only if there is none.
func (s *tokenSource) get(ctx context.Context) (string, error) {
	s.mu.Lock()
	now := time.Now()
	text, usable := s.token.text, now.Before(s.token.ends)
	resting := s.refresh == nil && now.Before(s.pause)
	switch {
	case now.Before(s.token.due), usable && resting:
		s.mu.Unlock()
		return text, nil
	case resting:
		defer s.mu.Unlock()
		return "", s.failed
	case s.refresh == nil:
		s.refresh = &tokenRefresh{done: make(chan struct{})}
		go s.run(s.refresh)
	}
	refresh := s.refresh
	s.mu.Unlock()
	if usable {
		return text, nil
	}
	select {
	case <-refresh.done:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if refresh.panicked != nil {
		panic(refresh.panicked)
	}
	return refresh.token.text, refresh.err
}

// run gets a token. It belongs to no single call, so that the context of none ends it.
func (s *tokenSource) run(refresh *tokenRefresh) {
	defer close(refresh.done)
	defer func() {
		if p := recover(); p != nil {
			refresh.panicked = nact.Recovered(p)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.refresh, s.failed = nil, refresh.err
		switch {
		case refresh.panicked != nil:
		case refresh.err != nil:
			s.pause = time.Now().Add(pauseAfter(refresh.err))
		default:
			s.token = refresh.token
		}
	}()
	refresh.token, refresh.err = s.fetch(context.Background())
}

// drop forgets a token that an upstream has refused, and reports whether there will be another one.
func (s *tokenSource) drop(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token.text != text {
		return true // somebody else has dropped it
	}
	now := time.Now()
	if now.Sub(s.dropped) < dropPause {
		return false
	}
	s.token, s.dropped = accessToken{}, now
	return true
}
