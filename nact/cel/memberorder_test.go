package cel_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

// TestMemberOrder checks that members stay in the order in which they are added, whatever their names and values.
func TestMemberOrder(t *testing.T) {
	var none, some, wrong cel.Members
	some.Add("b,\"\x00", "<&>")
	some.Add("", nil)
	some.Add("a", map[string]int64{"y": 1, "x": 2})
	some.Add("é\xff", []any{true})
	for _, test := range []struct {
		members *cel.Members
		want    string
	}{
		{&none, `{}`},
		{&some, `{"b,\"\u0000":"<&>","":null,"a":{"x":2,"y":1},"é\ufffd":[true]}`},
	} {
		got, err := test.members.MarshalJSON()
		if err != nil || string(got) != test.want || !json.Valid(got) {
			t.Errorf("got %s, %v; want %s", got, err, test.want)
		}
	}
	wrong.Add("a", math.Inf(1))
	wrong.Add("b", 1)
	if got, err := wrong.MarshalJSON(); err == nil {
		t.Errorf("infinity is %s", got)
	}
}
