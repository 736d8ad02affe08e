package upstream

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// plan gives r, which is made of call, to the dry run of ctx instead of sending it. The error is [nact.ErrDryRun] where the tool cannot go on without an
// answer, or what would have kept the request from being sent.
func (c *Client) plan(ctx context.Context, call *Call, r *request) error {
	if ctx.Err() != nil {
		return interrupted(ctx, r, nil).err
	}
	header := r.header.Clone()
	for _, field := range c.secrets.header {
		header.Set(field.Name, nact.Hidden)
	}
	if call.KeyHeader != "" {
		header.Set(call.KeyHeader, nact.Hidden) // it would be another one
	}
	shown := *r.url
	shown.RawQuery = c.secrets.hideIn(shown.RawQuery)
	return nact.Plan(ctx, nact.PlannedWrite{Request: &nact.DryRequest{
		Operation: r.operation, Method: r.method, URL: shown.String(), Header: header, Body: r.body,
	}})
}

// hideIn returns a query without the values of API keys.
func (s *secrets) hideIn(query string) string {
	if len(s.names) == 0 {
		return query
	}
	parts := strings.Split(query, "&")
	for i, part := range parts {
		name, _, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err != nil || slices.Contains(s.names, plain) {
			parts[i] = name + "=" + nact.Hidden
		}
	}
	return strings.Join(parts, "&")
}
