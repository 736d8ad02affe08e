package upstream

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// wide is an object of many members, none of which has to be there.
type wide struct {
	Texts [40]nact.Opt[string]
	Next  *wide
	Rest  []wide
}

func (w *wide) decode(d *Decoder) {
	for key := range d.Object() {
		switch string(key) {
		case "next":
			w.Next = Struct(d, (*wide).decode)
		case "rest":
			w.Rest = Structs(d, (*wide).decode)
		default:
			if i, err := strconv.Atoi(string(key)); err == nil && i < len(w.Texts) {
				w.Texts[i] = nact.Some(d.String())
			}
		}
	}
}

// repeated returns an array of about a mebibyte.
func repeated(element string) []byte {
	n := 1 << 20 / (len(element) + 1)
	return []byte("[" + strings.Repeat(element+",", n-1) + element + "]")
}

// TestMemoryOfHostileAnswers: whatever the values of an answer are and are read as, they are a fault before they take much
// more memory than the text allows.
func TestMemoryOfHostileAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which allocates more")
	}
	asDyn := func(d *Decoder) { d.Any() }
	asObjects := func(d *Decoder) { Structs(d, (*wide).decode) }
	asMaps := func(d *Decoder) {
		List(d, func(d *Decoder) map[string][4]string {
			return Map(d, func(d *Decoder) (v [4]string) { d.Skip(); return v })
		})
	}
	for _, test := range []struct {
		name, element string
		decode        func(*Decoder)
	}{
		{"empty objects as dyn", `{}`, asDyn},
		{"objects of one member as dyn", `{"":0}`, asDyn},
		{"nested objects as dyn", `{"":{"":{"":{}}}}`, asDyn},
		{"objects of nine members as dyn", `{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0}`, asDyn},
		{"empty arrays as dyn", `[]`, asDyn},
		{"arrays of one element as dyn", `[0]`, asDyn},
		{"nested arrays as dyn", `[[[[[[]]]]]]`, asDyn},
		{"numbers as dyn", `0`, asDyn},
		{"nulls as dyn", `null`, asDyn},
		{"empty texts as dyn", `""`, asDyn},
		{"texts that are not UTF-8 as dyn", "\"\xff\xff\xff\xff\"", asDyn},
		{"empty objects of many members", `{}`, asObjects},
		{"objects in objects", `{"next":{}}`, asObjects},
		{"objects in objects, again and again", `{"next":{},"next":{},"next":{}}`, asObjects},
		{"lists of objects", `{"rest":[{}]}`, asObjects},
		{"objects with one of many members", `{"7":""}`, asObjects},
		{"empty maps", `{}`, asMaps},
		{"maps of large values", `{"":0}`, asMaps},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := repeated(test.element)
			allowed := memoryFor(text)
			allocated := allocatedBy(func() { _ = Decode(text, test.decode) })
			if allocated > 2*uint64(allowed) { // what a list leaves behind as it grows counts as well
				t.Errorf("%d KiB were allocated for %d KiB, which may take %d KiB", allocated>>10, len(text)>>10, allowed>>10)
			}
		})
	}
}

// TestMemoryOfUsualAnswers: what upstreams answer is read, also if it is large.
func TestMemoryOfUsualAnswers(t *testing.T) {
	asDyn := func(d *Decoder) { d.Any() }
	for name, test := range map[string]struct {
		text   []byte
		decode func(*Decoder)
	}{
		"coordinates as dyn": {repeated(`[-95.93,41.26]`), asDyn},
		"numbers as dyn":     {repeated(`17.5`), asDyn},
		"numbers":            {repeated(`7`), func(d *Decoder) { List(d, (*Decoder).Int) }},
		"texts":              {repeated(`"NE"`), func(d *Decoder) { List(d, (*Decoder).String) }},
		"records as dyn":     {repeated(`{"id":7132,"name":"Omaha","state":{"code":"NE","name":"Nebraska"}}`), asDyn},
		"rows as dyn":        {repeated(`{"id":7132,"population":486051}`), asDyn},
		"features as dyn":    {repeated(`{"type":"Feature","geometry":null,"properties":{"name":"Omaha","tags":["city","river"]}}`), asDyn},
		"a map of texts":     {object(40_000), func(d *Decoder) { Map(d, (*Decoder).String) }},
		"a map as dyn":       {object(40_000), asDyn},
		"records":            {repeated(`{"0":"Omaha","1":"Nebraska","2":"river","7":"a city of the United States"}`), func(d *Decoder) { Structs(d, (*wide).decode) }},
		"few empty objects":  {[]byte("[" + strings.Repeat("{},", 9_999) + "{}]"), asDyn},
	} {
		t.Run(name, func(t *testing.T) {
			if err := Decode(test.text, test.decode); err != nil {
				t.Error(err)
			}
		})
	}
}

// object returns an object of n members.
func object(n int) []byte {
	var members []string
	for i := range n {
		members = append(members, `"member `+strconv.Itoa(i)+`":"Omaha"`)
	}
	return []byte("{" + strings.Join(members, ",") + "}")
}

func TestMemoryFaultSaysWhatToDo(t *testing.T) {
	err := Decode(repeated(`{}`), func(d *Decoder) { d.Any() })
	if err == nil || !strings.HasSuffix(err.Error(), ": more values than an answer of this size may have; ask the upstream for less at once") {
		t.Errorf("got %v", err)
	}
}

// allocatedBy returns how many bytes f allocates. No other test of the package runs at the same time.
func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
