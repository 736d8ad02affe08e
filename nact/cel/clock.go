package cel

import (
	"context"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Now is now(): the instant at which it is called, in UTC, or the one that [nact.WithNow] says.
func Now(ctx context.Context) time.Time { return nact.Now(ctx) }
