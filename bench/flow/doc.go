// Package flow has tools whose steps run one after the other, at the same time, and for every element of a list. Package flowtools
// is generated from nact.yaml; its tests hold it to what people would write by hand.
package flow

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
