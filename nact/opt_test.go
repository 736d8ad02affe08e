package nact_test

import (
	"encoding/json"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestArguments(t *testing.T) {
	args := nact.Arguments{"Omaha", int64(5), true, nil}
	if args.String(0) != "Omaha" || args.Int(1) != 5 || !args.Bool(2) {
		t.Errorf("the values of %v are lost", args)
	}
	if args.OptString(0) != nact.Some("Omaha") || args.OptInt(1) != nact.Some(int64(5)) || args.OptBool(2) != nact.Some(true) {
		t.Errorf("the optional values of %v are lost", args)
	}
	if args.OptString(3).Has || args.OptInt(3).Has || args.OptBool(3).Has {
		t.Errorf("an absent argument of %v has a value", args)
	}
}

func TestOptOr(t *testing.T) {
	if got := nact.Some(0).Or(7); got != 0 {
		t.Errorf("a present 0 is %d", got)
	}
	if got := (nact.Opt[int]{}).Or(7); got != 7 {
		t.Errorf("an absent value is %d", got)
	}
}

func TestOptAndNullAsJSON(t *testing.T) {
	value := struct {
		Present, Absent nact.Opt[int]
		Left            nact.Opt[int] `json:",omitzero"`
		Valid, Null     nact.Null[string]
	}{Present: nact.Some(0), Valid: nact.NotNull("")}
	got, err := json.Marshal(value)
	if want := `{"Present":0,"Absent":null,"Valid":"","Null":null}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

func TestOptFromJSON(t *testing.T) {
	for text, want := range map[string]nact.Opt[int]{`{"v":0}`: nact.Some(0), `{"v":null}`: {}, `{}`: {}} {
		got := struct {
			V nact.Opt[int] `json:"v"`
		}{}
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.V != want {
			t.Errorf("%s is %v, %v; want %v", text, got.V, err, want)
		}
	}
	var wrong nact.Opt[int]
	if err := json.Unmarshal([]byte(`"text"`), &wrong); err == nil {
		t.Error("text is taken for an int")
	}
}
