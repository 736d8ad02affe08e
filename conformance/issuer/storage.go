package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// memory is the storage of the provider's own example, which keeps codes and tokens.
type memory = storage.Storage

// store is a memory with a key that can be replaced, clients that tests know, and tokens for what was asked for. Whoever is sent to log in is logged in
// already.
type store struct {
	*memory
	clients map[string]*client

	mu    sync.Mutex
	asked map[string][]string // targets, by the ID of the request with which a person was sent
	key   *signingKey
	made  int // keys
}

var (
	_ op.Storage                        = (*store)(nil)
	_ op.ClientCredentialsStorage       = (*store)(nil)
	_ op.TokenExchangeStorage           = (*store)(nil)
	_ op.CanGetPrivateClaimsFromRequest = (*store)(nil)
)

func newStore(issuer string) (*store, error) {
	s := &store{memory: storage.NewStorage(storage.NewUserStore(issuer)), clients: knownClients(), asked: make(map[string][]string)}
	return s, s.rotate()
}

// person is who logs in, a user of the memory.
const person = "id1"

// targetsKey is that of the targets in a context.
type targetsKey struct{}

// withTargets returns a context with what a request asks for a token for: resource indicators (RFC 8707), which the provider leaves to its storage, or audiences.
func withTargets(ctx context.Context, form url.Values) context.Context {
	return context.WithValue(ctx, targetsKey{}, slices.Concat(form["resource"], form["audience"]))
}

func targets(ctx context.Context) []string {
	list, _ := ctx.Value(targetsKey{}).([]string)
	return list
}

// rotate replaces the key. The one before is not published any more.
func (s *store) rotate() error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	s.key = &signingKey{id: strconv.Itoa(s.made), key: key}
	return nil
}

// signingKey signs, and publicKey is what is published of it.
type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

type publicKey struct{ *signingKey }

func (k *signingKey) ID() string                                  { return k.id }
func (k *signingKey) Key() any                                    { return k.key }
func (k *signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Key() any                                      { return k.key.Public() }
func (k publicKey) Algorithm() jose.SignatureAlgorithm            { return jose.RS256 }
func (k publicKey) Use() string                                   { return "sig" }

// SigningKey returns the key of now.
func (s *store) SigningKey(context.Context) (op.SigningKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key, nil
}

// KeySet returns what is published.
func (s *store) KeySet(context.Context) ([]op.Key, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []op.Key{publicKey{s.key}}, nil
}

// GetClientByClientID returns a client.
func (s *store) GetClientByClientID(_ context.Context, id string) (op.Client, error) {
	if c := s.clients[id]; c != nil {
		return c, nil
	}
	return nil, errors.New("no such client")
}

// AuthorizeClientIDSecret checks the secret of a client.
func (s *store) AuthorizeClientIDSecret(_ context.Context, id, secret string) error {
	if c := s.clients[id]; c == nil || c.secret == "" || c.secret != secret {
		return errors.New("no such client, or another secret")
	}
	return nil
}

// ClientCredentials returns a client that has proved who it is.
func (s *store) ClientCredentials(ctx context.Context, id, secret string) (op.Client, error) {
	if err := s.AuthorizeClientIDSecret(ctx, id, secret); err != nil {
		return nil, err
	}
	return s.clients[id], nil
}

// ClientCredentialsTokenRequest returns what a client wants a token for.
func (s *store) ClientCredentialsTokenRequest(ctx context.Context, id string, scopes []string) (op.TokenRequest, error) {
	return &oidc.JWTTokenRequest{Subject: id, Audience: targets(ctx), Scopes: scopes}, nil
}

// authRequest is that of a person who was sent by a client, with targets.
type authRequest struct {
	*storage.AuthRequest
	targets []string
}

// GetAudience returns what the tokens are for: the client, which gets an ID token, and what the access token is for.
func (r authRequest) GetAudience() []string {
	return slices.Concat([]string{r.AuthRequest.GetClientID()}, r.targets)
}

// CreateAuthRequest notes with which targets a person was sent, who is logged in.
func (s *store) CreateAuthRequest(ctx context.Context, request *oidc.AuthRequest, _ string) (op.AuthRequest, error) {
	made, err := s.memory.CreateAuthRequest(ctx, request, person)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.asked[made.GetID()] = targets(ctx)
	s.mu.Unlock()
	return s.known(made, s.memory.AuthRequestDone(made.GetID()))
}

// AuthRequestByID returns a request.
func (s *store) AuthRequestByID(ctx context.Context, id string) (op.AuthRequest, error) {
	return s.known(s.memory.AuthRequestByID(ctx, id))
}

// AuthRequestByCode returns the request for which a code was given.
func (s *store) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	return s.known(s.memory.AuthRequestByCode(ctx, code))
}

func (s *store) known(r op.AuthRequest, err error) (op.AuthRequest, error) {
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return authRequest{r.(*storage.AuthRequest), s.asked[r.GetID()]}, nil
}

// CreateAccessToken returns when a token ends: some clients get none that is good.
func (s *store) CreateAccessToken(ctx context.Context, request op.TokenRequest) (id string, ends time.Time, err error) {
	id, ends, err = s.memory.CreateAccessToken(ctx, request)
	if c := s.clients[request.GetSubject()]; c != nil {
		ends = ends.Add(-c.ago)
	}
	return id, ends, err
}

// GetPrivateClaimsFromRequest has a token say what it is good for.
func (s *store) GetPrivateClaimsFromRequest(_ context.Context, _ op.TokenRequest, scopes []string) (map[string]any, error) {
	return map[string]any{"scope": strings.Join(scopes, " ")}, nil
}

// GetPrivateClaimsFromTokenExchangeRequest does the same for one that is given for another.
func (s *store) GetPrivateClaimsFromTokenExchangeRequest(ctx context.Context, r op.TokenExchangeRequest) (map[string]any, error) {
	return s.GetPrivateClaimsFromRequest(ctx, r, r.GetScopes())
}

// ValidateTokenExchangeRequest lets every client that may exchange tokens at all have one about the same subject.
func (s *store) ValidateTokenExchangeRequest(_ context.Context, r op.TokenExchangeRequest) error {
	if c := s.clients[r.GetClientID()]; !slices.Contains(c.GrantTypes(), oidc.GrantTypeTokenExchange) {
		return oidc.ErrUnauthorizedClient()
	}
	r.SetRequestedTokenType(oidc.AccessTokenType)
	return nil
}
