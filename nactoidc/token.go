package nactoidc

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
)

// claims are what a token says.
type claims struct {
	jwt.Claims
	Scope    string    `json:"scope"`     // separated by blanks
	Scp      scopeList `json:"scp"`       // the same, by other issuers
	ClientID string    `json:"client_id"` // of whom the token was issued to, where it is about nobody
}

// scopeList is a list of scopes, or a text with blanks between them.
type scopeList []string

// UnmarshalJSON implements [json.Unmarshaler].
func (s *scopeList) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*s = strings.Fields(text)
		return nil
	}
	return json.Unmarshal(b, (*[]string)(s))
}

func refused(reason string, err error) error { return &callers.Refused{Reason: reason, Err: err} }

// verify returns whom a token proves.
func (v *Verifier) verify(text string) (*nact.Caller, error) {
	token, err := jwt.ParseSigned(text, v.algorithms)
	if err != nil || len(token.Headers) != 1 {
		return nil, refused("The token is not a JWT that is signed in an accepted way.", err)
	}
	if kind, _ := token.Headers[0].ExtraHeaders[jose.HeaderType].(string); !isAccessToken(kind) {
		return nil, refused("The token is of another kind than an access token.", nil)
	}
	c, err := v.signed(token)
	if err != nil {
		return nil, err
	}
	return v.caller(c)
}

// isAccessToken reports whether the type of a token is that of an access token (RFC 9068), or says nothing. Tokens for other purposes of the same issuer,
// such as those that end sessions, have types of their own.
func isAccessToken(kind string) bool {
	kind = strings.TrimPrefix(strings.ToLower(kind), "application/")
	return kind == "" || kind == "jwt" || kind == "at+jwt"
}

// signed returns the claims of a token, if a key of the issuer has signed them.
func (v *Verifier) signed(token *jwt.JSONWebToken) (*claims, error) {
	kid := token.Headers[0].KeyID
	for _, renew := range []bool{false, true} {
		keys, err := v.keys.find(kid, renew)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			if key.Algorithm != "" && key.Algorithm != token.Headers[0].Algorithm {
				continue
			}
			c := new(claims)
			if token.Claims(key.Key, c) == nil {
				return c, nil
			}
		}
		if kid != "" {
			break // a key of a name does not change
		}
	}
	return nil, refused("The signature of the token is not one of its issuer's.", nil)
}

// caller returns who the claims are about, if they are good now and for this service.
func (v *Verifier) caller(c *claims) (*nact.Caller, error) {
	now := v.config.Now()
	after := func(date *jwt.NumericDate) bool { return date != nil && date.Time().After(now.Add(v.config.Skew)) }
	switch {
	case c.Issuer != v.config.Issuer:
		return nil, refused("The token was issued by somebody else.", nil)
	case !slices.ContainsFunc(v.config.Audiences, c.Audience.Contains):
		return nil, refused("The token is for another audience.", nil)
	case c.Expiry == nil:
		return nil, refused("The token never expires.", nil)
	case !now.Before(c.Expiry.Time().Add(v.config.Skew)):
		return nil, refused("The token has expired.", expiredAt(c.Expiry.Time()))
	case after(c.NotBefore), after(c.IssuedAt):
		return nil, refused("The token is not valid yet.", nil)
	}
	id := c.Subject
	if id == "" {
		id = c.ClientID
	}
	if id == "" {
		return nil, refused("The token does not say whom it is about.", nil)
	}
	return &nact.Caller{ID: "oidc:" + id, Scopes: append(strings.Fields(c.Scope), c.Scp...)}, nil
}

// expiredAt is when a token has expired.
type expiredAt time.Time

// Error returns the moment.
func (e expiredAt) Error() string { return "at " + time.Time(e).UTC().Format(time.RFC3339) }
