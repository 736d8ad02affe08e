package embedded

import "context"

type credentialKey struct{}

// withCredential returns a context in which a user has a credential for upstreams.
func withCredential(ctx context.Context, credential string) context.Context {
	return context.WithValue(ctx, credentialKey{}, credential)
}

// credentialOf returns the credential of the user for whom something is done; empty: it is not known for whom.
func credentialOf(ctx context.Context) string {
	credential, _ := ctx.Value(credentialKey{}).(string)
	return credential
}
