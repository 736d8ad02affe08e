package nact

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// noting notes what it is told, and in which context.
type noting struct {
	name string
	told *[]string
}

type notingKey struct{}

func (n noting) note(ctx context.Context, what string) context.Context {
	outer, _ := ctx.Value(notingKey{}).(string)
	*n.told = append(*n.told, fmt.Sprintf("%s%s: %s", outer, n.name, what))
	return context.WithValue(ctx, notingKey{}, outer+n.name+" ")
}

func (n noting) Call(ctx context.Context, call Called) (context.Context, func(Ending)) {
	return n.note(ctx, call.Face), func(e Ending) { *n.told = append(*n.told, n.name+": "+string(e.Outcome)) }
}

func (n noting) Request(ctx context.Context, r Requested) (context.Context, func(error)) {
	return n.note(ctx, r.Operation), func(err error) { *n.told = append(*n.told, fmt.Sprint(n.name, ": ", err)) }
}

func (n noting) Attempt(ctx context.Context, a Attempted) (context.Context, func(Attempt)) {
	return n.note(ctx, fmt.Sprint(a.Number)), func(a Attempt) { *n.told = append(*n.told, fmt.Sprint(n.name, ": ", a.Status)) }
}

func (n noting) Event(ctx context.Context, e Event) { n.note(ctx, string(e.Kind)) }

// Each observer is told within the context of the one before, and of an end in the opposite order.
func TestObservers(t *testing.T) {
	var told []string
	both := Observers(nil, noting{"a", &told}, nil, noting{"b", &told})
	ctx, ended := both.Call(t.Context(), Called{Face: "nact"})
	requesting, requested := both.Request(ctx, Requested{Operation: "weather.point"})
	_, attempted := both.Attempt(requesting, Attempted{Number: 2})
	both.Event(requesting, Event{Kind: EventWaited})
	attempted(Attempt{Status: 200})
	requested(nil)
	ended(Ending{Outcome: Succeeded})
	want := []string{
		"a: nact", "a b: nact", "a b a: weather.point", "a b a b: weather.point", "a b a b a: 2", "a b a b a b: 2",
		"a b a b a: waited", "a b a b b: waited",
		"b: 200", "a: 200", "b: <nil>", "a: <nil>", "b: success", "a: success",
	}
	if !slices.Equal(told, want) {
		t.Errorf("\n got %q\nwant %q", told, want)
	}
}

// unconcerned wants to know of no end.
type unconcerned struct{ Observer }

func (unconcerned) Call(ctx context.Context, _ Called) (context.Context, func(Ending)) {
	return ctx, nil
}

// TestUnconcerned: who wants to know of no end is told of none, and costs nothing.
func TestUnconcerned(t *testing.T) {
	var told []string
	for _, all := range [][]Observer{{unconcerned{}, noting{"a", &told}}, {noting{"a", &told}, unconcerned{}}} {
		told = nil
		_, ended := Observers(all...).Call(t.Context(), Called{Face: "nact"})
		if ended(Ending{Outcome: Succeeded}); !slices.Equal(told, []string{"a: nact", "a: success"}) {
			t.Errorf("got %q", told)
		}
	}
	two := Observers(unconcerned{}, unconcerned{})
	if n := testing.AllocsPerRun(10, func() {
		if _, ended := two.Call(t.Context(), Called{}); ended != nil {
			t.Error("somebody wants to know of the end")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFewObservers(t *testing.T) {
	var told []string
	if Observers() != nil || Observers(nil, nil) != nil {
		t.Error("nobody observes")
	}
	if one := (noting{"a", &told}); Observers(nil, one) != Observer(one) {
		t.Error("one observer is itself")
	}
}
