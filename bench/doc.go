// Package bench measures a generated tool against a hand-written handler that does the same, both calling one emulated
// upstream over loopback. Package benchtools is generated from nact.yaml.
package bench

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
