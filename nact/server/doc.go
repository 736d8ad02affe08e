// Package server runs an HTTP handler as a program of its own: flags and
// environment, structured logs, and a shutdown that lets running requests end.
package server
