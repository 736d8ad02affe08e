package main

import (
	"time"

	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// client is one whose tokens are JWTs, and which gets every scope that it asks for.
type client struct {
	*storage.Client
	secret string // empty: it has none, and proves by a challenge that it is who sent the person (PKCE)
	grants []oidc.GrantType
	ago    time.Duration // how much earlier its tokens end
}

// knownClients are those that tests know, by ID. A secret is the ID with "-secret".
func knownClients() map[string]*client {
	all := make(map[string]*client)
	add := func(id string, ago time.Duration, grants ...oidc.GrantType) {
		all[id] = &client{Client: storage.WebClient(id, id+"-secret"), secret: id + "-secret", grants: grants, ago: ago}
	}
	add("agent", 0, oidc.GrantTypeClientCredentials)
	add("late", time.Hour, oidc.GrantTypeClientCredentials) // its tokens have ended
	add("service", 0, oidc.GrantTypeClientCredentials, oidc.GrantTypeTokenExchange)
	all["app"] = &client{Client: storage.NativeClient("app", "http://127.0.0.1/callback"), grants: []oidc.GrantType{oidc.GrantTypeCode}}
	return all
}

// GrantTypes returns by what the client gets tokens.
func (c *client) GrantTypes() []oidc.GrantType { return c.grants }

// AccessTokenType returns that of a JWT.
func (c *client) AccessTokenType() op.AccessTokenType { return op.AccessTokenTypeJWT }

// IsScopeAllowed lets the client ask for every scope.
func (c *client) IsScopeAllowed(string) bool { return true }

// LoginURL returns where a person goes on who is logged in.
func (c *client) LoginURL(id string) string {
	return op.DefaultEndpoints.Authorization.Relative() + "/callback?id=" + id
}
