// Package plain has a tool that writes, in a service that has nothing further. Package plaintools is generated from nact.yaml.
package plain

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
