package sigdiff

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// wireSignature is a signature in JSON. Pointers tell what is left out from what is empty.
type wireSignature struct {
	ToolID      string       `json:"toolId"`
	Name        string       `json:"name"`
	Description string       `json:"description"`
	Img         string       `json:"img"`
	Version     wireVersion  `json:"version"`
	Tags        []string     `json:"tags"`
	Inputs      []wireInput  `json:"input_parameters"`
	Outputs     []wireOutput `json:"output_parameters"`
}

type wireInput struct {
	wireOutput
	Required  *bool             `json:"required"`
	Min       json.RawMessage   `json:"min"`
	Max       json.RawMessage   `json:"max"`
	MaxLength json.RawMessage   `json:"max-length"`
	Format    string            `json:"format"`
	Default   json.RawMessage   `json:"default"`
	Examples  []json.RawMessage `json:"examples"`
}

type wireOutput struct {
	ID            string      `json:"id"`
	Name          string      `json:"name"`
	Type          nact.Type   `json:"type"`
	Description   string      `json:"description"`
	AllowedValues []wireValue `json:"allowed-values"`
}

type wireValue struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// wireVersion is a version number, which the draft's figure shows in quotes.
type wireVersion int

func (v *wireVersion) UnmarshalJSON(data []byte) error {
	text := string(bytes.Trim(data, `"`))
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return fmt.Errorf("sigdiff: %.40q is no version number", text)
	}
	*v = wireVersion(n)
	return nil
}

// Decode decodes a signature as an N-ACT server publishes it: it is the inverse of [nact.Signature.AppendJSON]. What is
// left out gets the value that the draft gives it: an input is required, a parameter is a string. Members that the draft
// does not know are ignored, and so is the number of the current version, which is no part of a version.
func Decode(data []byte) (nact.Signature, error) {
	var w wireSignature
	if err := json.Unmarshal(data, &w); err != nil {
		return nact.Signature{}, err
	}
	s := nact.Signature{
		ToolID: strings.ToLower(w.ToolID), Name: w.Name, Description: w.Description, Img: w.Img, Version: int(w.Version),
	}
	if len(w.Tags) > 0 {
		s.Tags = w.Tags
	}
	for i := range w.Inputs {
		in, err := w.Inputs[i].input()
		if err != nil {
			return nact.Signature{}, fmt.Errorf("sigdiff: input %q: %w", w.Inputs[i].Name, err)
		}
		s.Inputs = append(s.Inputs, in)
	}
	var published []nact.Output
	for i := range w.Outputs {
		published = append(published, w.Outputs[i].output())
	}
	s.Outputs, s.Failures = SplitFailures(published)
	return s, nil
}

// SplitFailures tells the outputs of a signature as it is published apart: its own, and the failures that the last two
// declare. It is the inverse of [nact.Signature.Published]; outputs that it would publish otherwise are all own ones.
func SplitFailures(published []nact.Output) (own []nact.Output, failures []nact.AllowedValue) {
	n := len(published) - 2
	if n < 0 {
		return published, nil
	}
	s := nact.Signature{Outputs: published[:n:n], Failures: published[n].AllowedValues}
	if !reflect.DeepEqual(s.Published(), published) {
		return published, nil
	}
	return s.Outputs, s.Failures
}

func (w *wireOutput) output() nact.Output {
	return nact.Output{ID: w.ID, Name: w.Name, Type: w.kind(), Description: w.Description, AllowedValues: w.values()}
}

// kind is the type of the parameter: a string, if it says none.
func (w *wireOutput) kind() nact.Type { return cmp.Or(w.Type, nact.String) }

func (w *wireOutput) values() []nact.AllowedValue {
	var values []nact.AllowedValue
	for _, v := range w.AllowedValues {
		values = append(values, nact.AllowedValue(v))
	}
	return values
}

func (w *wireInput) input() (nact.Input, error) {
	in := nact.Input{
		ID: w.ID, Name: w.Name, Type: w.kind(), Description: w.Description,
		AllowedValues: w.values(), Format: w.Format,
	}
	var err error
	if in.Min, err = limit(w.Min, "min"); err != nil {
		return in, err
	}
	if in.Max, err = limit(w.Max, "max"); err != nil {
		return in, err
	}
	length, err := limit(w.MaxLength, "max-length")
	if err != nil {
		return in, err
	}
	if length != nil {
		in.MaxLength = int(max(*length, 0))
	}
	if in.Default, err = value(w.Default); err != nil {
		return in, fmt.Errorf("default: %w", err)
	}
	for _, raw := range w.Examples {
		example, err := value(raw)
		if err != nil {
			return in, fmt.Errorf("examples: %w", err)
		}
		if example != nil { // null is no value that an input could have
			in.Examples = append(in.Examples, example)
		}
	}
	in.Optional = in.Default != nil || w.Required != nil && !*w.Required
	return in, nil
}

// limit decodes a bound. One that is left out or null is nil.
func limit(raw json.RawMessage, member string) (*int64, error) {
	v, err := value(raw)
	if err != nil || v == nil {
		return nil, err
	}
	n, ok := v.(int64)
	if !ok {
		return nil, fmt.Errorf("%s is no number", member)
	}
	return &n, nil
}

// value decodes a string, a boolean or a whole number; null and nothing are nil.
func value(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case nil, string, bool:
		return v, nil
	case json.Number:
		return whole(string(v))
	}
	return nil, fmt.Errorf("%.40s is neither a string nor a number nor a boolean", raw)
}

// exact bounds the whole numbers of which each is a float64.
const exact = 1 << 53

// whole reads a number that is whole, however it is written: 5, 5.0, 5e0.
func whole(text string) (any, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	if err != nil || f != math.Trunc(f) || math.Abs(f) > exact || f == 0 && strings.ContainsAny(mantissa, "123456789") { // too small for a float64
		return nil, fmt.Errorf("%.40s is no whole number of 64 bits", text)
	}
	return int64(f), nil
}
