package upstream

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
)

// forecast has what generated answer structs have: members read plainly,
// optional and nullable ones, a struct, a list of structs.
type forecast struct {
	Properties struct {
		Units   string
		Periods []period
	}
}

type period struct {
	Name        string
	Number      int64
	IsDaytime   bool
	Temperature float64
	Wind        *string
}

func (v *forecast) decode(d *Decoder) {
	var seen [1]bool
	for key := range d.Object() {
		switch string(key) {
		case "properties":
			seen[0] = true
			v.decodeProperties(d)
		default:
			d.Skip()
		}
	}
	d.Require(seen[:], "properties")
}

func (v *forecast) decodeProperties(d *Decoder) {
	var seen [1]bool
	for key := range d.Object() {
		switch string(key) {
		case "units":
			v.Properties.Units = d.String()
		case "periods":
			seen[0] = true
			v.Properties.Periods = Structs(d, (*period).decode)
		default:
			d.Skip()
		}
	}
	d.Require(seen[:], "periods")
}

func (v *period) decode(d *Decoder) {
	var seen [2]bool
	for key := range d.Object() {
		switch string(key) {
		case "name":
			seen[0] = true
			v.Name = d.String()
		case "number":
			seen[1] = true
			v.Number = d.Int()
		case "isDaytime":
			v.IsDaytime = d.Bool()
		case "temperature":
			v.Temperature = d.Float()
		case "wind":
			if !d.Null() {
				wind := d.String()
				v.Wind = &wind
			}
		default:
			d.Skip()
		}
	}
	d.Require(seen[:], "name", "number")
}

func TestDecodeStruct(t *testing.T) {
	const text = `{
		"@context": ["https://geojson.org", {"@version": "1.1", "deep": [[[]], {}]}],
		"properties": {
			"periods": [
				{"number": 1, "name": "Today", "isDaytime": true, "temperature": 80, "wind": "5 mph"},
				{"number": 2.0, "name": "To\u006eight \ud83c\udf19", "wind": null, "temperature": -1.5e1, "icon": "https:\/\/x"}
			],
			"un\u0069ts": "us"
		}
	}`
	var got forecast
	if err := Decode([]byte(text), got.decode); err != nil {
		t.Fatal(err)
	}
	wind := "5 mph"
	var want forecast
	want.Properties.Units = "us"
	want.Properties.Periods = []period{
		{Name: "Today", Number: 1, IsDaytime: true, Temperature: 80, Wind: &wind},
		{Name: "Tonight \U0001F319", Number: 2, Temperature: -15},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestDecodeError(t *testing.T) {
	const head = `{"properties": {"periods": [{"name": "a", "number": 1}, `
	tests := []struct{ name, text, want string }{
		{"empty", ``, `malformed JSON at byte 0: it ends too early`},
		{"white space", ` `, `malformed JSON at byte 1: it ends too early`},
		{"null", `null`, `null, wanted an object`},
		{"list at the top", `[]`, `an array, wanted an object`},
		{"missing member", `{}`, `properties: missing`},
		{"missing member below", head + `{"name": "b"}]}}`, `properties.periods[1].number: missing`},
		{"null for a list", `{"properties": {"periods": null}}`, `properties.periods: null, wanted an array`},
		{"null for a string", head + `{"name": null}]}}`, `properties.periods[1].name: null, wanted a string`},
		{"string for a number", head + `{"temperature": "8"}]}}`, `properties.periods[1].temperature: a string, wanted a number`},
		{"number for a boolean", head + `{"isDaytime": 1}]}}`, `properties.periods[1].isDaytime: a number, wanted a boolean`},
		{"object for a string", head + `{"name": {}}]}}`, `properties.periods[1].name: an object, wanted a string`},
		{"boolean for an object", head + `false]}}`, `properties.periods[1]: a boolean, wanted an object`},
		{"fraction", head + `{"number": 1.5}]}}`, `properties.periods[1].number: a fraction or too large a number, wanted a whole number of 64 bits`},
		{"huge", head + `{"temperature": 1e400}]}}`, `properties.periods[1].temperature: too large a number, wanted one that fits into 64 bits`},
		{"first error wins", head + `{"name": 1, "number": "x"]`, `properties.periods[1].name: a number, wanted a string`},
		{"malformed where the kind is wrong", head + `{"name": {"a" 1}}]}}`, `properties.periods[1].name: malformed JSON at byte 70: no colon after a member name`},
		{"truncated", head + `{"name": "b`, `properties.periods[1].name: malformed JSON at byte 67: it ends too early`},
		{"truncated between members", head, `properties.periods[1]: malformed JSON at byte 56: it ends too early`},
		{"truncated in what is skipped", `{"a": [1, {"b": "c`, `a: malformed JSON at byte 18: it ends too early`},
		{"no comma", `{"a": 1 "b": 2}`, `a: malformed JSON at byte 8: no comma or end of the object`},
		{"comma before the end", `{"properties": {"periods": [], }}`, `properties: malformed JSON at byte 31: no member name where one should be`},
		{"comma before the end of a list", head + `]}}`, `properties.periods[1]: malformed JSON at byte 56: no value where one should be`},
		{"control character", "{\"properties\": {\"units\": \"a\nb\"}}", `properties.units: malformed JSON at byte 27: a control character in a string`},
		{"bad escape", `{"properties": {"units": "\x"}}`, `properties.units: malformed JSON at byte 27: an escape that JSON does not have`},
		{"bad literal", head + `{"wind": nul}]}}`, `properties.periods[1].wind: malformed JSON at byte 68: no value where one should be`},
		{"leading zero", head + `{"number": 01}]}}`, `properties.periods[1].number: malformed JSON at byte 68: no comma or end of the object`},
		{"trailing data", `{"properties": {"periods": []}} {}`, `malformed JSON at byte 32: more after the end of the value`},
		{"trailing zero byte", "{\"properties\": {\"periods\": []}}\x00", `malformed JSON at byte 31: more after the end of the value`},
		{"upstream's own text as a name", `{"Say \"hi\"\u0007 now": [}`, `["Say \"hi\"\a now"]: malformed JSON at byte 26: no value where one should be`},
		{"long name", `{"` + strings.Repeat("x", 1000) + `": ]`, `["` + strings.Repeat("x", 40) + `"]: malformed JSON at byte 1005: no value where one should be`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := Decode([]byte(test.text), new(forecast).decode)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestDecodeInt(t *testing.T) {
	tests := []struct {
		text string
		want int64
		ok   bool
	}{
		{"0", 0, true},
		{"-0", 0, true},
		{"80", 80, true},
		{"80.0", 80, true},
		{"80.000000000000000000000000000", 80, true},
		{"8e1", 80, true},
		{"1e2", 100, true},
		{"1E+2", 100, true},
		{"1.5e1", 15, true},
		{"1.05e3", 1050, true},
		{"-100e-2", -1, true},
		{"0e999999999999999999999", 0, true},
		{"0.000e-5", 0, true},
		{"9223372036854775807", math.MaxInt64, true},
		{"9223372036854775807.0", math.MaxInt64, true},
		{"-9223372036854775808", math.MinInt64, true},
		{"-9223372036854775808.0", math.MinInt64, true},
		{"9007199254740993.0", 9007199254740993, true},
		{"9223372036854775808", 0, false},
		{"9223372036854775808.0", 0, false},
		{"-9223372036854775809", 0, false},
		{"18446744073709551616", 0, false},
		{"1e19", 0, false},
		{"1e999999999999999999999", 0, false},
		{"1e-999999999999999999999", 0, false},
		{"5.5", 0, false},
		{"0.5", 0, false},
		{"1e-1", 0, false},
		{"1.00000000000000000000000001", 0, false},
	}
	for _, test := range tests {
		var got int64
		err := Decode([]byte(test.text), func(d *Decoder) { got = d.Int() })
		if got != test.want || (err == nil) != test.ok {
			t.Errorf("%s: got %d, %v, want %d, ok %t", test.text, got, err, test.want, test.ok)
		}
	}
}

func TestDecodeUint(t *testing.T) {
	tests := []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true},
		{"-0.0", 0, true},
		{"18446744073709551615", math.MaxUint64, true},
		{"1844674407370955161.5e1", math.MaxUint64, true},
		{"18446744073709551616", 0, false},
		{"18446744073709551620", 0, false},
		{"-1", 0, false},
		{"0.1", 0, false},
	}
	for _, test := range tests {
		var got uint64
		err := Decode([]byte(test.text), func(d *Decoder) { got = d.Uint() })
		if got != test.want || (err == nil) != test.ok {
			t.Errorf("%s: got %d, %v, want %d, ok %t", test.text, got, err, test.want, test.ok)
		}
	}
}

func TestDecodeCollections(t *testing.T) {
	tests := []struct {
		name, text string
		read       func(*Decoder) any
		want       any
	}{
		{"list", `["a", "b"]`, func(d *Decoder) any { return List(d, (*Decoder).String) }, []string{"a", "b"}},
		{"empty list", `[ ]`, func(d *Decoder) any { return List(d, (*Decoder).Int) }, []int64{}},
		{"list of lists", `[[1], []]`, func(d *Decoder) any { return List(d, numbers) }, [][]float64{{1}, {}}},
		{"empty structs", `[]`, func(d *Decoder) any { return Structs(d, (*period).decode) }, []period{}},
		{"map", `{"a": true, "b\u0062": false}`, func(d *Decoder) any { return Map(d, (*Decoder).Bool) }, map[string]bool{"a": true, "bb": false}},
		{"empty map", `{}`, func(d *Decoder) any { return Map(d, (*Decoder).Bool) }, map[string]bool{}},
		{"last duplicate", `{"a": 1, "b": 2, "a": 3}`, func(d *Decoder) any { return Map(d, (*Decoder).Int) }, map[string]int64{"a": 3, "b": 2}},
		{"byte order mark", "\xef\xbb\xbf1", func(d *Decoder) any { return d.Int() }, int64(1)},
		{"half a surrogate", `"\ud800x\udc00\ud83d\u0041"`, func(d *Decoder) any { return d.String() }, "\ufffdx\ufffd\ufffdA"},
		{"not UTF-8", "\"a\xff\xc3\"", func(d *Decoder) any { return d.String() }, "a\ufffd\ufffd"},
		{"not UTF-8 in a key", "{\"\xff\": 1}", func(d *Decoder) any { return Map(d, (*Decoder).Int) }, map[string]int64{"\ufffd": 1}},
		{"null is null", `null`, func(d *Decoder) any { return d.Null() }, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got any
			err := Decode([]byte(test.text), func(d *Decoder) { got = test.read(d) })
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %#v, %v, want %#v", got, err, test.want)
			}
		})
	}
}

func numbers(d *Decoder) []float64 { return List(d, (*Decoder).Float) }

func TestDecodeLeavesLoopsEarly(t *testing.T) {
	const text = `{"list": [{"a": [1, 2, 3], "b": "x"}, {"a": [4]}], "after": "seen", "last": 1}`
	var first int64
	var after string
	err := Decode([]byte(text), func(d *Decoder) {
		for key := range d.Object() {
			switch string(key) {
			case "list":
				first = firstElement(d)
			case "after":
				after = d.String()
			}
			if after != "" {
				break
			}
		}
	})
	if err != nil || first != 1 || after != "seen" {
		t.Errorf("got %d, %q, %v, want 1, seen and no error", first, after, err)
	}
}

// firstElement returns out of three loops at once.
func firstElement(d *Decoder) int64 {
	for range d.Array() {
		for range d.Object() {
			for range d.Array() {
				return d.Int()
			}
		}
	}
	return 0
}

// What a loop leaves is checked once something behind it is read. If nothing is, the end of the text is all that is looked at.
func TestDecodeChecksWhatALoopLeaves(t *testing.T) {
	leave := func(d *Decoder) {
		for range d.Array() {
			break
		}
	}
	each := func(d *Decoder) {
		for range d.Array() {
			leave(d)
		}
	}
	until := func(d *Decoder) {
		var seen [2]bool
		for key := range d.ObjectUntil(seen[:]) {
			switch string(key) {
			case "a":
				seen[0] = true
				leave(d)
			case "b":
				seen[1] = true
				d.Int()
			}
		}
		d.Require(seen[:], "a", "b")
	}
	for _, c := range []struct {
		text   string
		decode func(*Decoder)
		want   string
	}{
		{`[1, 2, tru]`, leave, ""},
		{`[1, 2, tru] `, leave, ""},
		{`[1, 2, tru`, leave, "malformed JSON at byte 10: it ends too early"},
		{`[1, 2}`, leave, "malformed JSON at byte 6: it ends too early"},
		{`[1, `, leave, "malformed JSON at byte 3: it ends too early"},
		{`[] x`, leave, "malformed JSON at byte 3: more after the end of the value"},
		{`[[1, 2], [3]]`, each, ""},
		{`[[1, 2, tru], [3]]`, each, "[0][2]: malformed JSON at byte 11: no value where one should be"},
		{`[[1, {"a": 1, "b" 2}], [3]]`, each, "[0][1]: malformed JSON at byte 18: no colon after a member name"},
		{`[[1, 2], [3`, each, "[1][0]: malformed JSON at byte 11: it ends too early"},
		{`{"a": [1, 2], "b": 3, "c": nothing}`, until, ""},
		{`{"a": [1, 2}, "b": 3}`, until, "a[1]: malformed JSON at byte 11: no comma or end of the list"},
		{`{"a": [1, {"c": 1, 2}], "b": 3}`, until, "a[1]: malformed JSON at byte 19: no member name where one should be"},
		{`{"a": [1, 2], "c": nothing, "b": 3}`, until, "c: malformed JSON at byte 20: no value where one should be"},
		{`{"a": [1, 2], "b": 3, "a": 4`, until, "malformed JSON at byte 28: it ends too early"},
		{`{"a": [1, 2]}`, until, "b: missing"},
		{`{"b": 3, "b": 4, "a": []}`, until, ""},
	} {
		err := Decode([]byte(c.text), c.decode)
		if got := errorText(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestDecodeDoesNotKeepTheText(t *testing.T) {
	text := []byte(`{"key": "value"}`)
	var got map[string]string
	if err := Decode(text, func(d *Decoder) { got = Map(d, (*Decoder).String) }); err != nil {
		t.Fatal(err)
	}
	clear(text)
	if want := map[string]string{"key": "value"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDecodeDepth(t *testing.T) {
	for _, read := range []func(*Decoder){func(d *Decoder) { d.Any() }, (*Decoder).Skip} {
		nested := func(depth int) []byte {
			return []byte(strings.Repeat(`[`, depth) + strings.Repeat(`]`, depth))
		}
		if err := Decode(nested(maxDepth), read); err != nil {
			t.Errorf("%d levels: %v", maxDepth, err)
		}
		if err := Decode(nested(maxDepth+1), read); err == nil || !strings.HasSuffix(err.Error(), "it is nested too deep") {
			t.Errorf("%d levels: got %v", maxDepth+1, err)
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, -2.5e+10, true, null, "x\n\u00e9\ud83d\ude00"], "": {}, "a": false}`, "\"\xff\\ud800\"",
		`[[],{},[{}],0.1,1e5,01]`, `1e400`, `{"a":1,}`, ` [ 1 , 2 ] `, `"` + strings.Repeat("x", 30) + `"`, "\"12345678\x01\"", "nul",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if strings.HasPrefix(string(data), "\xef\xbb\xbf") || strings.Count(string(data), "[")+strings.Count(string(data), "{") > maxDepth {
			return // encoding/json takes no byte order mark, and nests deeper
		}
		var want, got any
		wantErr := json.Unmarshal(data, &want)
		gotErr := Decode(data, func(d *Decoder) { got = d.Any() })
		if (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("Any: %v, encoding/json: %v", gotErr, wantErr)
		}
		if gotErr == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("Any: %#v, encoding/json: %#v", got, want)
		}
		valid := json.Valid(data)
		if err := Decode(data, (*Decoder).Skip); (err == nil) != valid {
			t.Fatalf("Skip: %v, json.Valid: %t", err, valid)
		}
		for leave := range 3 {
			if err := Decode(data, func(d *Decoder) { wander(d, leave) }); err != nil && valid {
				t.Fatalf("loops left after %d: %v, json.Valid: %t", leave, err, valid)
			}
			// With something behind it, all of it is looked at.
			before := []byte("[" + string(data) + ", 0]")
			valid := json.Valid(before)
			if err := Decode(before, func(d *Decoder) { wanderAll(d, leave) }); (err == nil) != valid {
				t.Fatalf("loops before others left after %d: %v, json.Valid: %t", leave, err, valid)
			}
		}
	})
}

// wanderAll wanders through the elements of an array.
func wanderAll(d *Decoder, leave int) {
	for range d.Array() {
		wander(d, leave)
	}
}

// wander reads a value in loops that it leaves after some elements, and leaves some values to them.
func wander(d *Decoder, leave int) {
	n := 0
	switch d.peek() {
	case '{':
		for range d.Object() {
			if n++; n > leave {
				break
			}
			wander(d, leave)
		}
	case '[':
		for i := range d.Array() {
			if i == leave {
				break
			}
			if i != 1 {
				wander(d, leave)
			}
		}
	default:
		d.Skip()
	}
}

func FuzzInt(f *testing.F) {
	for _, seed := range []string{"80.0", "1e2", "-9223372036854775808", "1.05e3", "100e-2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got int64
		err := Decode([]byte(text), func(d *Decoder) { got = d.Int() })
		want, ok := wholeNumber(text)
		if (err == nil) != ok || ok && got != want {
			t.Fatalf("%q: got %d, %v, want %d, ok %t", text, got, err, want, ok)
		}
	})
}

// wholeNumber is Int by arithmetic without bounds.
func wholeNumber(text string) (int64, bool) {
	text = strings.Trim(text, " \t\r\n")
	if !json.Valid([]byte(text)) || strings.Trim(text, "-+.eE0123456789") != "" {
		return 0, false
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok && len(strings.TrimLeft(exponent, "+-0")) > 4 {
		return 0, strings.Trim(text[:len(text)-len(exponent)-1], "-0.") == ""
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok || !v.IsInt() || !v.Num().IsInt64() {
		return 0, false
	}
	return v.Num().Int64(), true
}
