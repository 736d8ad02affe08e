// Package auth lists the ways to authenticate at an upstream. What the reader of manifests, the checker, the emitter and the comparison
// of plans know of one is its row: a further one is a row, and a function of the run-time library that makes its credential.
package auth

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
)

// Kind is a way to authenticate.
type Kind struct {
	Name   string  // as the type of an entry of auth has it: bearer
	Values []Value // what an entry holds of it, in the order in which the function of the run-time library takes it
	Scheme string  // the security schemes that ask for it: their type, of http ones with their scheme, as in "http bearer"; empty: it is stated as a type alone
	Header string  // in which it is sent; empty: the entry or the scheme says where it is sent, and under which name

	// Token reports that what is sent is a bearer token (RFC 6750), which is what schemes ask for that only say where tokens come from.
	Token bool
	// Grant reports that what is sent is an access token, which the service gets from a token endpoint: beside its values, an entry has the scopes
	// of the token, and how the service proves itself there. The function takes all of that as a Grant.
	Grant bool
	// Caller reports that what is sent is the bearer token of whoever calls the service, or is got for that.
	Caller bool
	// Signs reports that a function of the vendor's signs each request: an entry has no values, but its name and its arguments.
	Signs bool
	// Functions are those of the run-time library's package upstream that make the credential, by where it is sent. They take
	// the name if there is no Header, and then the values.
	Functions map[In]string
}

// Value is a value of a credential.
type Value struct {
	Key      string // in the manifest
	Secret   bool   // nobody but the upstream may see it
	Optional Optional
	Field    string // of a Grant; empty: the kind is none
	Fixed    bool   // it says where or for whom, and stays while the service runs; others are proof, and are sent as they are at the time
}

// Optional says when an entry may leave a value out.
type Optional int

// When a value may be left out.
const (
	Never        Optional = iota
	BesideScheme          // where the security scheme of the document says it
	Always
)

// GrantKeys are the keys of an entry that only kinds with a Grant have, beside those of their values.
var GrantKeys = []string{ScopesKey, ClientAuthKey}

// The keys of [GrantKeys], and what the second one takes.
const (
	ScopesKey     = "scopes"
	ClientAuthKey = "client_auth"

	ByBasic = "basic" // in the header Authorization
	ByPost  = "post"  // in the body of the request
)

// SignKeys are the keys of an entry whose kind signs: the function, and its arguments.
var SignKeys = []string{SignKey, WithKey}

// The keys of [SignKeys].
const (
	SignKey = "sign"
	WithKey = "with"
)

// In is the part of a request in which a credential is sent.
type In string

// The parts.
const (
	Header In = "header"
	Query  In = "query"
	Cookie In = "cookie"

	Signature In = "signature" // wherever the function that signs puts it
)

// Places are the parts in which a credential can be sent.
var Places = []string{string(Header), string(Query), string(Cookie)}

// authorization is the header of HTTP's own credentials (RFC 9110, section 11.6.2).
const authorization = "Authorization"

// APIKey is a text in a header, a query parameter or a cookie.
var APIKey = &Kind{
	Name: "api_key", Scheme: "apiKey", Values: []Value{secret("value")},
	Functions: map[In]string{Header: "APIKeyHeader", Query: "APIKeyQuery", Cookie: "APIKeyCookie"},
}

// kinds are all kinds, in the order in which messages name them. No two have the same values.
var kinds = []*Kind{
	APIKey,
	{
		Name: "basic", Scheme: "http basic", Header: authorization, Values: []Value{{Key: "username"}, secret("password")},
		Functions: map[In]string{Header: "Basic"},
	},
	{
		Name: "bearer", Scheme: "http bearer", Header: authorization, Values: []Value{secret("token")}, Token: true,
		Functions: map[In]string{Header: "Bearer"},
	},
	OAuth2,
	{
		Name: "caller", Header: authorization, Token: true, Caller: true,
		Functions: map[In]string{Header: "CallerToken"},
	},
	{
		Name: "token_exchange", Header: authorization, Values: grantValues, Token: true, Grant: true, Caller: true,
		Functions: map[In]string{Header: "TokenExchange"},
	},
	Signed,
}

// Signed is a signature over each request, which a function of the vendor's makes.
var Signed = &Kind{Name: "signed", Signs: true, Functions: map[In]string{Signature: "Signed"}}

// OAuth2 is an access token that the service gets for itself (RFC 6749, section 4.4).
var OAuth2 = &Kind{
	Name: "oauth2", Scheme: "oauth2", Header: authorization, Values: grantValues, Token: true, Grant: true,
	Functions: map[In]string{Header: "ClientCredentials"},
}

// grantValues are those of kinds with a Grant.
var grantValues = []Value{
	{Key: TokenURLKey, Optional: BesideScheme, Field: "TokenURL", Fixed: true}, {Key: "client_id", Field: "ClientID"},
	{Key: "client_secret", Secret: true, Field: "ClientSecret"}, {Key: "audience", Optional: Always, Field: "Audience", Fixed: true},
}

// TokenURLKey is the key of the URL of a token endpoint.
const TokenURLKey = "token_url"

func secret(key string) Value { return Value{Key: key, Secret: true} }

// Named returns the kind with a name, or nil.
func Named(name string) *Kind {
	return first(func(k *Kind) bool { return k.Name == name })
}

// For returns the kind that a security scheme asks for, by its type and, if that is http, its scheme; nil: there is none. What openIdConnect describes
// are the token endpoint and the flows of an OAuth 2 server.
func For(kind, scheme string) *Kind {
	if kind == "openIdConnect" {
		return OAuth2
	}
	return first(func(k *Kind) bool { return k.Scheme == form(kind, scheme) })
}

// Holding returns the kind of which an entry with just these keys can be, beside a security scheme; nil: there is none.
func Holding(keys []string) *Kind {
	if slices.Contains(keys, SignKey) && !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(SignKeys, key) }) {
		return Signed
	}
	return first(func(k *Kind) bool {
		lacks := func(v Value) bool { return v.Optional == Never && !slices.Contains(keys, v.Key) }
		return k.Scheme != "" && !slices.ContainsFunc(k.Values, lacks) && !slices.ContainsFunc(keys, func(key string) bool { return !k.Takes(key) })
	})
}

func first(is func(*Kind) bool) *Kind {
	if i := slices.IndexFunc(kinds, is); i >= 0 {
		return kinds[i]
	}
	return nil
}

// Names returns the names of all kinds.
func Names() []string {
	return lists.Map(kinds, func(k *Kind) string { return k.Name })
}

// Keys returns the keys of the values of all kinds, each once, [GrantKeys] and [SignKeys].
func Keys() []string {
	return slices.Concat(keys(func(Value) bool { return true }), GrantKeys, SignKeys)
}

// SecretKeys returns those of [Keys] whose values are secret.
func SecretKeys() []string {
	return keys(func(v Value) bool { return v.Secret })
}

func keys(wanted func(Value) bool) []string {
	var list []string
	for _, k := range kinds {
		for _, v := range k.Values {
			if wanted(v) && !slices.Contains(list, v.Key) {
				list = append(list, v.Key)
			}
		}
	}
	return list
}

// Forms joins the keys that every kind needs beside a security scheme as a sentence does: value, or username and password, or token.
func Forms() string {
	var forms []string
	for _, k := range kinds {
		if k.Scheme == "" {
			continue
		}
		var needed []string
		for _, v := range k.Values {
			if v.Optional == Never {
				needed = append(needed, v.Key)
			}
		}
		forms = append(forms, strings.Join(needed, " and "))
	}
	return strings.Join(append(forms, SignKey), ", or ")
}

// Takes reports whether an entry of the kind can have a key, beside its type or scheme, in and name.
func (k *Kind) Takes(key string) bool {
	return k.Grant && slices.Contains(GrantKeys, key) || k.Signs && slices.Contains(SignKeys, key) || slices.ContainsFunc(k.Values, func(v Value) bool { return v.Key == key })
}

// Needs reports whether an entry that states the kind as its type must have a value with a key.
func (k *Kind) Needs(key string) bool {
	return k.Signs && key == SignKey || slices.ContainsFunc(k.Values, func(v Value) bool { return v.Key == key && v.Optional != Always })
}

// HasKey reports whether an entry that states the kind as its type can have a key beside that, and whether it must. The keys in and name, of what has no
// place of its own, are among them.
func (k *Kind) HasKey(key string) (takes, needs bool) {
	if key == "in" || key == "name" {
		placed := k.Header == "" && !k.Signs
		return placed, placed
	}
	return k.Takes(key), k.Needs(key)
}

// Satisfies reports whether a credential of the kind is what a security scheme that is sent in the header Authorization asks for.
func (k *Kind) Satisfies(kind, scheme string) bool {
	return k.Scheme == form(kind, scheme) || k.Token && (kind != "http" || scheme == "bearer")
}

func form(kind, scheme string) string {
	if kind == "http" {
		return kind + " " + scheme
	}
	return kind
}
