package nactredis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	redis "github.com/redis/go-redis/v9"

	"github.com/nactgen/nactgen/nact"
)

// URL is the environment variable that says where a stand-alone service finds Redis. It may hold a password.
var URL = nact.Variable{
	Name:        "NACT_REDIS_URL",
	Description: "Where idempotency keys are kept: redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// with TLS. Required.",
	Secret:      true,
}

// Open returns a client for the server at the URL that the environment gives. It makes no connection yet. The error does not
// repeat the URL, and what the library has to say goes to logger.
func Open(lookup func(string) (string, bool), logger *slog.Logger) (*redis.Client, error) {
	text, _ := lookup(URL.Name)
	if text == "" {
		return nil, errors.New("the environment variable " + URL.Name + " is not set: it says where idempotency keys are kept, as in redis://localhost:6379/0")
	}
	options, err := redis.ParseURL(text)
	if err != nil {
		return nil, errors.New("the environment variable " + URL.Name + " holds no URL of a Redis server, such as redis://localhost:6379/0")
	}
	options.ContextTimeoutEnabled = true
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout = timeout, timeout, timeout
	redis.SetLogger(reports{logger})
	return redis.NewClient(options), nil
}

// timeout is how long the server may take for one answer. It is tried again after that.
const timeout = 2 * time.Second

// reports writes what the library logs as text to a structured log.
type reports struct{ logger *slog.Logger }

func (r reports) Printf(ctx context.Context, format string, args ...any) {
	r.logger.WarnContext(ctx, "the client for Redis reports", "line", nact.Printable(fmt.Sprintf(format, args...), 1<<10))
}
