package catalog_test

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/spec"
)

// listOf lists a document that is in memory.
func listOf(t testing.TB, name string, data []byte) []*catalog.Operation {
	t.Helper()
	doc, err := spec.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.List(catalog.Source{Document: doc})
}

const rooms = `openapi: 3.1.0
paths:
  /beds:
    get: {operationId: beds, summary: All beds, description: Of every room., tags: [house]}
  /rooms:
    get: {operationId: rooms, tags: [house]}
    post: {operationId: furnish, summary: Furnish a room, deprecated: true}
  /rooms/{id}:
    get: {operationId: findIt, tags: [Rooms, other]}
    delete: {operationId: rooms_remove}
    head: {}
  /keys:
    trace: {operationId: rooms}
`

func TestQuery(t *testing.T) {
	list := listOf(t, "rooms.yaml", []byte(rooms))
	for _, c := range []struct {
		name  string
		query catalog.Query
		want  []string
	}{
		{"all", catalog.Query{}, []string{"beds", "GET /rooms", "furnish", "findIt", "rooms_remove", "HEAD /rooms/{id}", "TRACE /keys"}},
		{"the best place of a word counts", catalog.Query{Words: []string{"ROOM"}},
			[]string{"GET /rooms", "rooms_remove", "TRACE /keys", "furnish", "findIt", "HEAD /rooms/{id}", "beds"}},
		{"what is called by the word comes first", catalog.Query{Words: []string{"rooms"}},
			[]string{"GET /rooms", "TRACE /keys", "rooms_remove", "furnish", "findIt", "HEAD /rooms/{id}"}},
		{"all words", catalog.Query{Words: []string{"room", "all"}}, []string{"beds"}},
		{"no match", catalog.Query{Words: []string{"room", "window"}}, nil},
		{"writes", catalog.Query{Writes: true}, []string{"furnish", "rooms_remove", "TRACE /keys"}},
		{"reads with a tag", catalog.Query{Reads: true, Tags: []string{"rooms", "HOUSE"}}, []string{"beds", "GET /rooms", "findIt"}},
		{"methods", catalog.Query{Methods: []string{"head", "DELETE"}}, []string{"rooms_remove", "HEAD /rooms/{id}"}},
		{"nothing writes and reads", catalog.Query{Writes: true, Reads: true}, nil},
	} {
		if got := catalog.Calls(c.query.Of(list)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFind(t *testing.T) {
	doc, err := spec.Parse("rooms.yaml", []byte(rooms))
	if err != nil {
		t.Fatal(err)
	}
	alone := catalog.List(catalog.Source{Document: doc})
	two := catalog.List(catalog.Source{Upstream: "house", Document: doc}, catalog.Source{Upstream: "hotel", Document: doc})
	twice := listOf(t, "twice.yaml", []byte("openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n  /b: {get: {}}\n"))
	for _, c := range []struct {
		list       []*catalog.Operation
		name, want string // the call, or the message
	}{
		{alone, "beds", "beds"},
		{alone, " get  /rooms/{id} ", "findIt"},
		{alone, "GET /ROOMS", `there is no operation GET /ROOMS; did you mean "GET /rooms"?`},
		{alone, "bed", `there is no operation bed; did you mean "beds"?`},
		{alone, "rooms", "2 operations are called rooms: GET /rooms, TRACE /keys; name one of these"},
		{alone, "house.beds", `there is no operation house.beds`},
		{two, "hotel.beds", "hotel.beds"},
		{two, "hotel GET /beds", "hotel.beds"},
		{two, "house TRACE /keys", "house TRACE /keys"},
		{two, "beds", "2 operations are called beds: house.beds, hotel.beds; name one of these"},
		{two, "POST /rooms", "2 operations are called POST /rooms: house.furnish, hotel.furnish; name one of these"},
		{two, "house.bed", `there is no operation house.bed; did you mean "house.beds"?`},
		{twice, "", "there is no operation "},
		{nil, "x", "there is no operation x"},
	} {
		op, message := catalog.Find(c.list, c.name)
		if op != nil {
			message = op.Call
		}
		if message != c.want {
			t.Errorf("%q: %q, want %q", c.name, message, c.want)
		}
	}
}
