package nactredis_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/redistest"
	"github.com/nactgen/nactgen/nactredis"
)

// environment is one in which only the variable of the URL can be set.
func environment(url string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if name != nactredis.URL.Name {
			return "", false
		}
		return url, url != ""
	}
}

func TestOpen(t *testing.T) {
	server := redistest.Start(t)
	client, err := nactredis.Open(environment(server.URL()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Error(err)
	}
}

// TestOpenKeepsThePassword: neither an error nor the log repeats what may be a password.
func TestOpenKeepsThePassword(t *testing.T) {
	for _, url := range []string{"", "s3cret", "http://:s3cret@localhost", "redis://:s3cret@host:port", "redis://:s3cret@h/x", "redis://:s3cret@h/0?s3cret=1", "redis://:s3cret%@h"} {
		_, err := nactredis.Open(environment(url), slog.New(slog.DiscardHandler))
		if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "NACT_REDIS_URL") {
			t.Errorf("%q: got error %v", url, err)
		}
	}
	server := redistest.Start(t)
	server.Stop()
	var log bytes.Buffer
	client, err := nactredis.Open(environment("redis://user:s3cret@"+server.Addr), slog.New(slog.NewJSONHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	err = client.Ping(context.Background()).Err()
	client.Close()
	if err == nil || strings.Contains(err.Error()+log.String(), "s3cret") {
		t.Errorf("got error %v, and the log is\n%s", err, &log)
	}
}
