package upstream_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/upstream"
)

var orderShapes = upstream.ParseShapes([]byte(`{
"Order": {"note": "?string", "total": "float", "count": "int", "paid": "bool", "items": "[]#Item", "tags": "?[]?string", "extra": "any",
	"prices": "{}int", "next": "#Order"},
"Item": {"sku": "string", "order": "#Order"},
"Names": {"note": "string", "a<b": "string"}
}`))

// order is what Order is as structs.
type order struct {
	Note   nact.Opt[nact.Null[string]]   `json:"note,omitzero"`
	Total  nact.Opt[float64]             `json:"total,omitzero"`
	Count  nact.Opt[int64]               `json:"count,omitzero"`
	Paid   nact.Opt[bool]                `json:"paid,omitzero"`
	Items  []item                        `json:"items,omitzero"`
	Tags   nact.Opt[[]nact.Null[string]] `json:"tags,omitzero"`
	Extra  nact.Opt[any]                 `json:"extra,omitzero"`
	Prices map[string]int64              `json:"prices,omitzero"`
	Next   *order                        `json:"next,omitzero"`
}

type item struct {
	SKU   nact.Opt[string] `json:"sku,omitzero"`
	Order *order           `json:"order,omitzero"`
}

func (v *order) decode(d *upstream.Decoder) {
	for key := range d.Object() {
		switch string(key) {
		case "note":
			v.Note.Has = true
			if !d.Null() {
				v.Note.Value = nact.NotNull(d.String())
			}
		case "total":
			if !d.Null() {
				v.Total = nact.Some(d.Float())
			}
		case "count":
			if !d.Null() {
				v.Count = nact.Some(d.Int())
			}
		case "paid":
			if !d.Null() {
				v.Paid = nact.Some(d.Bool())
			}
		case "items":
			if !d.Null() {
				v.Items = upstream.Structs(d, (*item).decode)
			}
		case "tags":
			v.Tags.Has = true
			if !d.Null() {
				v.Tags.Value = upstream.List(d, func(d *upstream.Decoder) (value nact.Null[string]) {
					if !d.Null() {
						value = nact.NotNull(d.String())
					}
					return value
				})
			}
		case "extra":
			v.Extra = nact.Some(d.Any())
		case "prices":
			if !d.Null() {
				v.Prices = upstream.Map(d, (*upstream.Decoder).Int)
			}
		case "next":
			if !d.Null() {
				v.Next = upstream.Struct(d, (*order).decode)
			}
		}
	}
}

func (v *item) decode(d *upstream.Decoder) {
	for key := range d.Object() {
		switch string(key) {
		case "sku":
			if !d.Null() {
				v.SKU = nact.Some(d.String())
			}
		case "order":
			if !d.Null() {
				v.Order = upstream.Struct(d, (*order).decode)
			}
		}
	}
}

// copies are answers, most of which are copied as structs are that are read and written again.
var copies = []string{
	`{}`,
	`{"note": "a", "total": 1, "count": 80.0, "paid": true, "items": [], "tags": [], "extra": null, "prices": {}, "next": {}}`,
	`{"next": {"count": 1e2}, "prices": {"b": 2, "a": 1}, "count": 8e18, "note": null, "total": 1e-7, "unknown": {"x": [1]}}`,
	`{"count": 1, "count": 2, "items": [{"sku": "x", "sku": "y"}, {"order": {"items": [{"sku": "in"}]}}], "prices": {"a": 1, "b": 2, "a": 3}}`,
	`{"note": "a", "note": null, "total": 2, "total": null, "tags": ["x", null], "tags": null}`,
	`{"note": null, "note": "a", "extra": 1, "extra": null}`,
	`{"total": -0, "extra": {"b": [1.50, "\u2028<&>", -0], "a": "\ud800"}, "note": "\u0008\u000c\n\t\"\\\/\u2029\u007fé<&>"}`,
	`{"note": "` + "\xff" + `x", "prices": {"` + "\xffé<" + `": 1}, "total": 1e21, "tags": ["\u0041"]}`,
	`{"total": 123456789012345678901234567890, "count": -9223372036854775808}`,
	`null`, `[]`, `"x"`, ``, `{"count"`, `{"count": }`, `{"note": 1}`, `{"items": [null]}`, `{"items": [{"sku": 3}]}`, `{"tags": [1]}`,
	`{"prices": {"secret": "x"}}`, `{"prices": {"secret": null}}`, `{"unknown": {"x": ]}}`, `{"count": 1.5}`, `{"total": 1e400}`, `{"next": {"next": {"paid": 0}}}`,
	`{"extra": ` + strings.Repeat("[", 999) + strings.Repeat("]", 999) + `}`,
	`{"extra": ` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`,
	strings.Repeat(`{"next": `, 999) + `{}` + strings.Repeat("}", 999),
	strings.Repeat(`{"next": `, 1000) + `{}` + strings.Repeat("}", 1000),
	`{"note": "a"} x`, "{\"note\": \"a\x01\"}",
}

// TestCopy holds copies to structs that are read of the same text and written again: the same JSON, or the same error.
func TestCopy(t *testing.T) {
	for _, text := range copies {
		sameCopy(t, text)
	}
}

func FuzzCopy(f *testing.F) {
	for _, text := range copies {
		f.Add(text)
	}
	f.Fuzz(sameCopy)
}

func sameCopy(t *testing.T, text string) {
	t.Helper()
	var typed order
	var copied upstream.Copied
	wantErr := upstream.Decode([]byte(text), typed.decode)
	err := upstream.Decode([]byte(text), func(d *upstream.Decoder) { copied = orderShapes.Copy(d, "Order") })
	if err != nil || wantErr != nil {
		if err == nil || wantErr == nil || err.Error() != wantErr.Error() {
			t.Errorf("%.80q: got %v, want %v", text, err, wantErr)
		}
		return
	}
	want, wantErr := json.Marshal(&typed)
	got, err := json.Marshal(copied)
	if err != nil || wantErr != nil || string(got) != string(want) {
		t.Errorf("%.80q:\ngot  %.300s %v\nwant %.300s %v", text, got, err, want, wantErr)
	}
}

// TestCopyNames copies members whose names are no names of Go, and keeps what HTML would have escaped.
func TestCopyNames(t *testing.T) {
	var copied upstream.Copied
	if err := upstream.Decode([]byte(`{"a<b": "<x>", "note": "\u2028"}`), func(d *upstream.Decoder) { copied = orderShapes.Copy(d, "Names") }); err != nil {
		t.Fatal(err)
	}
	got, err := copied.MarshalJSON()
	if want := `{"note":"\u2028","a<b":"<x>"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// TestNoCopy writes what nothing was copied into.
func TestNoCopy(t *testing.T) {
	if got, err := json.Marshal(upstream.Copied{}); err != nil || string(got) != "{}" {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestParseShapes panics where shapes are none.
func TestParseShapes(t *testing.T) {
	for _, text := range []string{`[]`, `{"A": 1}`, `{"A": {"b": 1}}`, `{"A": {"b": "text"}}`, `{"A": {"b": "[]"}}`, `{"A": {"b": "#B"}}`, `{"A": {"b": "[]?text"}}`} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", text)
				}
			}()
			upstream.ParseShapes([]byte(text))
		}()
	}
}

// BenchmarkCopy compares copies with structs that are read and written again.
func BenchmarkCopy(b *testing.B) {
	text := []byte(`{"items": [` + strings.Repeat(`{"sku": "A-1024", "other": [1, 2, 3], "order": {"note": "Leave at the door", "total": 12.5, "count": 3}},`, 99) + `{}]}`)
	var structs, copies time.Duration
	for b.Loop() {
		start := time.Now()
		var typed order
		if err := upstream.Decode(text, typed.decode); err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(&typed); err != nil {
			b.Fatal(err)
		}
		half := time.Now()
		var copied upstream.Copied
		if err := upstream.Decode(text, func(d *upstream.Decoder) { copied = orderShapes.Copy(d, "Order") }); err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(copied); err != nil {
			b.Fatal(err)
		}
		structs, copies = structs+half.Sub(start), copies+time.Since(half)
	}
	b.ReportMetric(float64(structs.Microseconds())/float64(b.N), "structs-µs/op")
	b.ReportMetric(float64(copies.Microseconds())/float64(b.N), "copies-µs/op")
	b.ReportMetric(float64(structs)/float64(copies), "ratio")
}
