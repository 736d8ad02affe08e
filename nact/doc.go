// Package nact is the run-time library of generated N-ACT services. Its core,
// this package, knows tools, signatures, arguments, failures and faults, and no
// protocol but the JSON of signatures. Package endpoint serves tools over N-ACT's
// HTTP endpoints, package mcp to clients of the Model Context Protocol, package
// invocation runs them for both, package upstream calls the APIs that tools are made of, package
// cel holds what compiled expressions call, package flow what orchestrates steps,
// package idempotency keeps what became of calls that may come again, package dryrun
// shows what a call would write, package server is the stand-alone server, and package
// jsontext reads and writes JSON.
package nact
