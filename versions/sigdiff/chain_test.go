package sigdiff_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// TestChains grows tools by random changes that break nothing. Every call that is valid under a version is valid under
// every later one and means the same, and every version answers exactly its own outputs.
func TestChains(t *testing.T) {
	for seed := range uint64(150) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := &grower{Rand: rand.New(rand.NewPCG(seed, 4))}
			chain := g.chain(2 + g.IntN(6))
			started := startChain(t, chain)
			for n := range chain {
				for m := n; m < len(chain); m++ {
					if differences := sigdiff.Compare(chain[n], chain[m]); sigdiff.Overall(differences) == sigdiff.Breaking {
						t.Errorf("version %d to %d: %v", chain[n].Version, chain[m].Version, differences)
					}
				}
				for range 5 {
					checkCall(t, started[n:], g.call(&chain[n]))
				}
				checkAnswer(t, started[n], &chain[n])
			}
		})
	}
}

// startChain starts a tool whose outputs all have values.
func startChain(t *testing.T, chain []nact.Signature) []*nact.Contract {
	t.Helper()
	current := chain[len(chain)-1]
	tool := nact.Tool{Versions: chain, Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
		var results nact.Results
		for i := range current.Outputs {
			results = append(results, result(&current.Outputs[i]))
		}
		return results, nil
	}}.ReadingAll()
	if err := nact.Verify([]nact.Tool{tool}); err != nil {
		t.Fatal(err)
	}
	contracts, err := nact.Contracts([]nact.Tool{tool})
	if err != nil {
		t.Fatal(err)
	}
	return contracts[0]
}

func result(out *nact.Output) any {
	switch out.Type {
	case nact.Int:
		return int64(7)
	case nact.Boolean:
		return true
	case nact.Number:
		return 0.5
	case nact.Enum:
		return out.AllowedValues[len(out.AllowedValues)-1].Name
	}
	return "text"
}

// checkCall checks a call that is valid under the first contract against all of them.
func checkCall(t *testing.T, later []*nact.Contract, call []nact.Argument) {
	t.Helper()
	want, violations := later[0].Check(call)
	if violations != nil {
		t.Fatalf("the test made a call that version %d refuses: %v", later[0].Signature().Version, violations)
	}
	for _, contract := range later[1:] {
		got, violations := contract.Check(call)
		if violations != nil {
			t.Errorf("version %d takes %v, version %d does not: %v", later[0].Signature().Version, call, contract.Signature().Version, violations)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("version %d takes %v as %v, version %d as %v", later[0].Signature().Version, call, want, contract.Signature().Version, got)
		}
	}
}

func checkAnswer(t *testing.T, contract *nact.Contract, s *nact.Signature) {
	t.Helper()
	answer, err := contract.Invoke(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, v := range answer.Values {
		got = append(got, v.Output.Name)
	}
	for _, out := range s.Outputs {
		want = append(want, out.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("version %d answers %v, want %v", s.Version, got, want)
	}
}

// grower makes signatures and calls.
type grower struct {
	*rand.Rand
	names int // given out so far
}

// chain returns versions of a tool, each with some changes to the one before that break nothing.
func (g *grower) chain(length int) []nact.Signature {
	s := nact.Signature{ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "lookup_weather", Description: "A tool.", Version: 1}
	for range 1 + g.IntN(6) {
		s.Inputs = append(s.Inputs, g.input(g.IntN(2) == 0))
	}
	for range 1 + g.IntN(4) {
		s.Outputs = append(s.Outputs, g.output())
	}
	chain := []nact.Signature{s}
	for len(chain) < length {
		next := clone(chain[len(chain)-1])
		next.Version += 1 + g.IntN(3)
		for range 1 + g.IntN(5) {
			g.grow(&next)
		}
		chain = append(chain, next)
	}
	return chain
}

// clone copies what grow changes in place.
func clone(s nact.Signature) nact.Signature {
	s.Inputs, s.Outputs = slices.Clone(s.Inputs), slices.Clone(s.Outputs)
	for i := range s.Inputs {
		s.Inputs[i].AllowedValues = slices.Clone(s.Inputs[i].AllowedValues)
	}
	return s
}

// grow makes one change that breaks nothing.
func (g *grower) grow(s *nact.Signature) {
	switch g.IntN(8) {
	case 0:
		s.Inputs = slices.Insert(s.Inputs, g.IntN(len(s.Inputs)+1), g.input(true))
	case 1:
		s.Outputs = slices.Insert(s.Outputs, g.IntN(len(s.Outputs)+1), g.output())
	case 2:
		s.Failures = values("GONE", "LOST")
	case 3:
		g.Shuffle(len(s.Inputs), reflect.Swapper(s.Inputs))
		g.Shuffle(len(s.Outputs), reflect.Swapper(s.Outputs))
	case 4:
		if out := &s.Outputs[g.IntN(len(s.Outputs))]; len(out.AllowedValues) > 1 {
			out.AllowedValues = out.AllowedValues[1:]
		}
	default:
		g.loosen(&s.Inputs[g.IntN(len(s.Inputs))])
	}
}

// loosen lets an input take more, or a call leave it out.
func (g *grower) loosen(in *nact.Input) {
	if in.Required() && g.IntN(3) == 0 {
		in.Optional = true
		if g.IntN(2) == 0 {
			in.Default = g.value(in)
		}
		return
	}
	switch in.Type {
	case nact.Int:
		if g.IntN(2) == 0 {
			in.Max = at(in.Maximum() + g.Int64N(100))
		} else if in.Min != nil {
			in.Min = at(*in.Min - g.Int64N(100))
		}
	case nact.Enum:
		in.AllowedValues = append(in.AllowedValues, values(strings.ToUpper(g.name("v")))...)
	case nact.String:
		if in.Format = ""; in.MaxLength > 0 {
			in.MaxLength += g.IntN(5)
		}
	case nact.Number:
		if g.IntN(2) == 0 {
			in.Decimals = 0
		} else {
			in.Most = nact.Bound(*in.Most + float64(g.IntN(9)))
		}
	case nact.List:
		items := *in.Items
		items.Max = at(items.Maximum() + g.Int64N(100))
		in.Items, in.MaxItems, in.Unique = &items, in.MaximumItems()+g.IntN(3), false
	}
}

func (g *grower) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *grower) input(optional bool) nact.Input {
	name := g.name("in")
	in := nact.Input{ID: name, Name: name, Optional: optional}
	switch g.IntN(6) {
	case 4:
		in.Type, in.Least, in.Most, in.Decimals = nact.Number, nact.Bound(0), nact.Bound(float64(1+g.IntN(9))), 1+g.IntN(3)
	case 5:
		in.Type, in.Items, in.MaxItems, in.Unique = nact.List, &nact.Input{Type: nact.Int, Max: at(g.Int64N(50))}, 1+g.IntN(3), g.IntN(2) == 0
	case 0:
		in.Type, in.Min, in.Max = nact.Int, at(g.Int64N(50)), at(50+g.Int64N(50))
	case 1:
		in.Type, in.AllowedValues = nact.Enum, values("A", "B")
	case 2:
		in.Type = nact.Boolean
	default:
		in.Type, in.MaxLength = nact.String, 1+g.IntN(9)
		if g.IntN(3) == 0 {
			in.MaxLength, in.Format = 0, "date"
		}
	}
	if optional && g.IntN(2) == 0 {
		in.Default = g.value(&in)
	}
	return in
}

func (g *grower) output() nact.Output {
	name := g.name("out")
	out := nact.Output{ID: name, Name: name, Type: []nact.Type{nact.String, nact.Int, nact.Boolean, nact.Enum, nact.JSON, nact.Number}[g.IntN(6)]}
	if out.Type == nact.Enum {
		out.AllowedValues = values("A", "B", "C")
	}
	return out
}

// value returns a value that an input takes.
func (g *grower) value(in *nact.Input) any {
	switch in.Type {
	case nact.Int:
		high := in.Maximum()
		low := high - 10
		if in.Min != nil {
			low = *in.Min
		}
		return low + g.Int64N(high-low+1)
	case nact.Enum:
		return in.AllowedValues[g.IntN(len(in.AllowedValues))].Name
	case nact.Boolean:
		return g.IntN(2) == 0
	case nact.Number:
		return float64(g.IntN(int(*in.Most)*10+1)) / 10
	case nact.List:
		return []any{g.Int64N(in.Items.Maximum() + 1)}
	}
	if in.Format == "date" {
		return fmt.Sprintf("2026-01-%02d", 1+g.IntN(31))
	}
	return strings.Repeat("x", g.IntN(in.MaxLength+1))
}

// call returns a call that a version permits.
func (g *grower) call(s *nact.Signature) []nact.Argument {
	var call []nact.Argument
	for i := range s.Inputs {
		if in := &s.Inputs[i]; in.Required() || g.IntN(2) == 0 {
			call = append(call, nact.Argument{Name: in.Name, Value: g.value(in)})
		}
	}
	g.Shuffle(len(call), reflect.Swapper(call))
	return call
}
