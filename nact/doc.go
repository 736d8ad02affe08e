// Package nact is the run-time library of generated N-ACT services. Its core,
// this package, knows tools, signatures, arguments, failures and faults, and no
// protocol but the JSON of signatures. Package endpoint serves tools over N-ACT's
// HTTP endpoints, package upstream calls the APIs that tools are made of, package
// cel holds what compiled expressions call, package server is the stand-alone
// server, and package jsontext writes JSON.
package nact

// API1 is the version of the contract between generated code and this
// package. Generated code refers to it: where the two do not fit, the build
// fails here. The remedy is to run nactgen generate again.
const API1 = 1
