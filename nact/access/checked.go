package access

import "context"

type checkedKey struct{}

// WithChecked returns the context of a connection, or of a request, whose requests reach their handler only if [Rules] have let them pass. A server
// whose handler stands behind such rules sets it once for a connection: see ConnContext of [net/http.Server].
func WithChecked(ctx context.Context) context.Context {
	return context.WithValue(ctx, checkedKey{}, true)
}

// Checked reports whether requests of the context have passed rules already, so that there is nothing left to check.
func Checked(ctx context.Context) bool { return ctx.Value(checkedKey{}) != nil }
