// Package health answers those who start a service and watch it: whether it lives, and whether it takes requests.
package health

// The addresses of the checks. They do not move with the root of a service.
const (
	Live  = "/healthz"
	Ready = "/readyz"
)

// Body is the answer of a service that is well, in JSON. A service that runs is: what it depends on is asked when it is needed.
const Body = `{"status":"ok"}`
