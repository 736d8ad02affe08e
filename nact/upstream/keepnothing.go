package upstream

import (
	"net/http"
	"time"
)

// KeepNothing keeps no answer: every call asks the upstream.
func KeepNothing() Caching { return keepNothing{} }

type keepNothing struct{}

func (keepNothing) fresh(*entry, time.Time) bool { return false }

func (keepNothing) conditions(*entry) http.Header { return nil }
