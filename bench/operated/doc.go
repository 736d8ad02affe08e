// Package operated has the tools of the folder above and of package plain in a service with all that one in production may have. Package operatedtools is
// generated from nact.yaml.
package operated

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
