package sigdiff

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
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
	wireLimits
	Required *bool             `json:"required"`
	Items    *wireItems        `json:"items"`
	MinItems json.RawMessage   `json:"min-items"`
	MaxItems json.RawMessage   `json:"max-items"`
	Unique   bool              `json:"unique"`
	Default  json.RawMessage   `json:"default"`
	Examples []json.RawMessage `json:"examples"`
}

// wireItems is what the elements of a list are.
type wireItems struct {
	wireOutput
	wireLimits
}

// wireLimits are the limits of values of a type.
type wireLimits struct {
	Min       json.RawMessage `json:"min"`
	Max       json.RawMessage `json:"max"`
	Decimals  json.RawMessage `json:"decimals"`
	MinLength json.RawMessage `json:"min-length"`
	MaxLength json.RawMessage `json:"max-length"`
	Pattern   string          `json:"pattern"`
}

type wireOutput struct {
	ID            string      `json:"id"`
	Name          string      `json:"name"`
	Type          nact.Type   `json:"type"`
	Description   string      `json:"description"`
	AllowedValues []wireValue `json:"allowed-values"`
	Format        string      `json:"format"`
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

// kind is the type of the parameter: a string, if it says none, or what the string holds.
func (w *wireOutput) kind() nact.Type {
	kind := cmp.Or(w.Type, nact.String)
	if held := nact.Type(w.Format); kind == nact.String && held.IsText() {
		return held
	}
	return kind
}

func (w *wireOutput) values() []nact.AllowedValue {
	var values []nact.AllowedValue
	for _, v := range w.AllowedValues {
		values = append(values, nact.AllowedValue(v))
	}
	return values
}

func (w *wireInput) input() (nact.Input, error) {
	in := nact.Input{
		ID: w.ID, Name: w.Name, Type: w.kind(), AllowedValues: w.values(), Format: w.Format, Unique: w.Unique,
	}
	if in.Type.IsText() {
		in.Format = ""
	}
	if err := w.limits(&in); err != nil {
		return in, err
	}
	if err := w.items(&in); err != nil {
		return in, err
	}
	in.Description = strings.TrimSuffix(w.Description, in.Spelling())
	var err error
	if in.Default, err = held(&in, w.Default); err != nil {
		return in, fmt.Errorf("default: %w", err)
	}
	for _, raw := range w.Examples {
		example, err := held(&in, raw)
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

// limits decodes the limits of an input.
func (w *wireLimits) limits(in *nact.Input) (err error) {
	in.Pattern = w.Pattern
	if in.Type == nact.Number {
		if in.Least, err = bound(w.Min, "min"); err == nil {
			in.Most, err = bound(w.Max, "max")
		}
	} else if in.Min, err = limit(w.Min, "min"); err == nil {
		in.Max, err = limit(w.Max, "max")
	}
	if err != nil {
		return err
	}
	return errors.Join(
		countInto(&in.Decimals, w.Decimals, "decimals"), countInto(&in.MinLength, w.MinLength, "min-length"), countInto(&in.MaxLength, w.MaxLength, "max-length"),
	)
}

// items decodes what a list takes. Elements of a list that says nothing of them are strings.
func (w *wireInput) items(in *nact.Input) error {
	if in.Type == nact.List && w.Items == nil {
		w.Items = new(wireItems)
	}
	if w.Items != nil {
		in.Items = &nact.Input{Type: cmp.Or(w.Items.Type, nact.String), AllowedValues: w.Items.values(), Format: w.Items.Format}
		if err := w.Items.limits(in.Items); err != nil {
			return fmt.Errorf("items: %w", err)
		}
	}
	return errors.Join(countInto(&in.MinItems, w.MinItems, "min-items"), countInto(&in.MaxItems, w.MaxItems, "max-items"))
}

// countInto decodes a limit of how many there may be. One that is left out is 0.
func countInto(to *int, raw json.RawMessage, member string) error {
	n, err := limit(raw, member)
	if err == nil && n != nil {
		*to = int(max(*n, 0))
	}
	return err
}

// bound decodes a bound of a number. One that is left out or null is nil.
func bound(raw json.RawMessage, member string) (*float64, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var n float64
	if err := json.Unmarshal(raw, &n); err != nil {
		return nil, fmt.Errorf("%s is no number", member)
	}
	return &n, nil
}

// held decodes a value of a type: of one that a string holds, what that is. null and nothing are nil.
func held(in *nact.Input, raw json.RawMessage) (any, error) {
	t := in.Type
	v, err := value(raw)
	text, isText := v.(string)
	if !t.IsText() || v == nil || err != nil {
		return v, err
	}
	var held any
	if isText {
		held, err = heldText(in, text)
	}
	if !isText || err != nil {
		return nil, fmt.Errorf("%.40s is no string that holds a %s", raw, t)
	}
	return held, nil
}

// heldText decodes the JSON text of a number or a list.
func heldText(in *nact.Input, text string) (any, error) {
	if in.Type == nact.Number {
		var n float64
		err := json.Unmarshal([]byte(text), &n)
		return n, err
	}
	s := jsontext.NewScanner(text)
	list, isList := s.Argument().([]any)
	if err := s.End(); err != nil || !isList {
		return nil, errors.New("no list")
	}
	for i := range list {
		switch n := list[i].(type) {
		case int64:
			if in.Items.Type == nact.Number {
				list[i] = float64(n)
			}
		case json.Number:
			f, err := n.Float64()
			if err != nil {
				return nil, err
			}
			list[i] = f
		case nil, []any, map[string]any:
			return nil, errors.New("an element that is no scalar")
		}
	}
	return list, nil
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
