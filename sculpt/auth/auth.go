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
	Scheme string  // the security schemes that ask for it: their type, of http ones with their scheme, as in "http bearer"
	Header string  // in which it is sent; empty: the entry or the scheme says where it is sent, and under which name

	// Token reports that what is sent is a bearer token (RFC 6750), which is what schemes ask for that only say where tokens come from.
	Token bool
	// Functions are those of the run-time library's package upstream that make the credential, by where it is sent. They take
	// the name if there is no Header, and then the values.
	Functions map[In]string
}

// Value is a value of a credential.
type Value struct {
	Key    string // in the manifest
	Secret bool   // nobody but the upstream may see it
}

// In is the part of a request in which a credential is sent.
type In string

// The parts.
const (
	Header In = "header"
	Query  In = "query"
	Cookie In = "cookie"
)

// Places are the parts in which a credential can be sent.
var Places = []string{string(Header), string(Query), string(Cookie)}

// authorization is the header of HTTP's own credentials (RFC 9110, section 11.6.2).
const authorization = "Authorization"

// APIKey is a text in a header, a query parameter or a cookie.
var APIKey = &Kind{
	Name: "api_key", Scheme: "apiKey", Values: []Value{{"value", true}},
	Functions: map[In]string{Header: "APIKeyHeader", Query: "APIKeyQuery", Cookie: "APIKeyCookie"},
}

// kinds are all kinds, in the order in which messages name them. No two have the same values.
var kinds = []*Kind{
	APIKey,
	{
		Name: "basic", Scheme: "http basic", Header: authorization, Values: []Value{{"username", false}, {"password", true}},
		Functions: map[In]string{Header: "Basic"},
	},
	{
		Name: "bearer", Scheme: "http bearer", Header: authorization, Values: []Value{{"token", true}}, Token: true,
		Functions: map[In]string{Header: "Bearer"},
	},
}

// Named returns the kind with a name, or nil.
func Named(name string) *Kind {
	return first(func(k *Kind) bool { return k.Name == name })
}

// For returns the kind that a security scheme asks for, by its type and, if that is http, its scheme; nil: there is none, or its tokens
// come from elsewhere.
func For(kind, scheme string) *Kind {
	return first(func(k *Kind) bool { return k.Scheme == form(kind, scheme) })
}

// Holding returns the kind whose values have just these keys, or nil.
func Holding(keys []string) *Kind {
	return first(func(k *Kind) bool {
		return len(k.Values) == len(keys) && !slices.ContainsFunc(k.Values, func(v Value) bool { return !slices.Contains(keys, v.Key) })
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

// Keys returns the keys of the values of all kinds, each once.
func Keys() []string {
	return keys(func(Value) bool { return true })
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

// Forms joins the keys of every kind as a sentence does: value, or username and password, or token.
func Forms() string {
	forms := lists.Map(kinds, func(k *Kind) string {
		return strings.Join(lists.Map(k.Values, func(v Value) string { return v.Key }), " and ")
	})
	return strings.Join(forms, ", or ")
}

// Takes reports whether a credential of the kind has a value with a key.
func (k *Kind) Takes(key string) bool {
	return slices.ContainsFunc(k.Values, func(v Value) bool { return v.Key == key })
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
