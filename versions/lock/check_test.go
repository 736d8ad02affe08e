package lock_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/versions/lock"
)

func TestCheck(t *testing.T) {
	one := func(id, name string, version int, changes ...func(*lock.Entry)) []lock.Entry {
		return []lock.Entry{entry(id, name, version, changes...)}
	}
	weather := func(version int, changes ...func(*lock.Entry)) []lock.Entry {
		return one(weatherID, "lookup_weather", version, changes...)
	}
	published := weather(1)
	tests := []struct {
		name     string
		steps    [][]lock.Entry // what was published
		manifest []lock.Entry
		want     string
	}{
		{"nothing published", nil, published, ""},
		{"as published", [][]lock.Entry{published}, published, ""},
		{"a new version that adds", [][]lock.Entry{published}, weather(2, unitsAdded), ""},
		{"a version number left out", [][]lock.Entry{published}, weather(7, unitsAdded), ""},
		{"a new version that changes nothing", [][]lock.Entry{published}, weather(2), ""},
		{"a second tool", [][]lock.Entry{published}, []lock.Entry{published[0], entry(tidesID, "lookup_tides", 1)}, ""},
		{"withdrawn", [][]lock.Entry{published}, weather(1, withdrawn), ""},

		{"an addition without a new version", [][]lock.Entry{published}, weather(1, unitsAdded),
			`nact.yaml:12:3: version 1 of lookup_weather is published, and what is published never changes: the input "Units" is new and optional; say version: 2, or undo that [locked]`},
		{"a text without a new version", [][]lock.Entry{published}, weather(1, describedAs("A good tool.")),
			`nact.yaml:12:3: version 1 of lookup_weather is published, and what is published never changes: the description of the tool changed; say version: 2, or undo that [locked]`},
		{"a break without a new version", [][]lock.Entry{published}, weather(1, cityGone, unitsAdded),
			`nact.yaml:12:3: version 1 of lookup_weather is published, and no version can break it: the input "City" is gone; undo that, or make it a new tool with a name of its own [breaking]`},
		{"a break in a new version", [][]lock.Entry{published}, weather(2, cityGone),
			`nact.yaml:12:3: version 2 of lookup_weather breaks version 1, which is published: the input "City" is gone; undo that, or make it a new tool with a name of its own [breaking]`},
		{"a failure more than before", [][]lock.Entry{weather(1, failing)}, weather(2, func(e *lock.Entry) {
			e.Signature.Failures = values("CITY_NOT_FOUND", "NO_DATA")
		}), `nact.yaml:12:3: version 2 of lookup_weather breaks version 1, which is published: the output "Failure" may be NO_DATA, which older clients do not know; undo that, or make it a new tool with a name of its own [breaking]`},
		{"many changes", [][]lock.Entry{published}, weather(1, func(e *lock.Entry) {
			e.Signature.Tags, e.Signature.Img, e.Signature.Description = []string{"a"}, "https://example.com", "Other."
			e.Signature.Inputs[0].Description, e.Signature.Outputs[0].Description = "Other.", "Other."
		}), `nact.yaml:12:3: version 1 of lookup_weather is published, and what is published never changes: the description of the tool changed; the picture of the tool changed; ` +
			`the tags of the tool were none and are "a"; the description of the input "City" changed; and 1 more; say version: 2, or undo that [locked]`},

		{"the version before", [][]lock.Entry{published, weather(3, unitsAdded)}, weather(2, unitsAdded),
			`nact.yaml:12:3: version 3 of lookup_weather is published, and this is the same; say version: 3 [version-back]`},
		{"the version before, with an addition", [][]lock.Entry{published, weather(3)}, weather(2, unitsAdded),
			`nact.yaml:12:3: version 3 of lookup_weather is published already; say version: 4 [version-back]`},
		{"an old version as it was published", [][]lock.Entry{published, weather(3, unitsAdded)}, published,
			`nact.yaml:12:3: version 1 of lookup_weather breaks version 3, which is published: the input "Units" is gone; undo that, or make it a new tool with a name of its own [breaking]`},

		{"a tool gone", [][]lock.Entry{published}, nil,
			`nact.lock:6:3: the published tool lookup_weather is not in the manifest, and its versions must stay callable; put it back, with withdrawn: true if agents shall no longer find it, or say was: lookup_weather in the tool that it became [tool-gone]`},
		{"a withdrawn tool gone", [][]lock.Entry{weather(1, withdrawn)}, nil,
			`nact.lock:6:3: warning: the withdrawn tool lookup_weather is not in the manifest: nobody can call its published versions any longer [tool-gone]`},

		{"a tool disabled", [][]lock.Entry{published}, weather(1, disabled),
			`nact.yaml:15:3: the published tool lookup_weather is disabled, and its versions must stay callable; enable it, with withdrawn: true if agents shall no longer find it [tool-gone]`},
		{"a withdrawn tool disabled", [][]lock.Entry{weather(1, withdrawn)}, weather(1, withdrawn, disabled),
			`nact.yaml:15:3: warning: the withdrawn tool lookup_weather is disabled: nobody can call its published versions any longer [tool-gone]`},
		{"a published tool disabled under a new name", [][]lock.Entry{published}, one(weatherID, "lookup_forecast", 1, was("lookup_weather"), disabled),
			`nact.yaml:15:3: the published tool lookup_weather is disabled, and its versions must stay callable; enable it, with withdrawn: true if agents shall no longer find it [tool-gone]`},
		{"a disabled tool that is not published", [][]lock.Entry{published}, []lock.Entry{published[0], entry(tidesID, "lookup_tides", 1, disabled)}, ""},
		{"a disabled tool that breaks what is published, and is told once", [][]lock.Entry{published}, weather(1, cityGone, disabled),
			`nact.yaml:15:3: the published tool lookup_weather is disabled, and its versions must stay callable; enable it, with withdrawn: true if agents shall no longer find it [tool-gone]`},

		{"renamed", [][]lock.Entry{published}, one(weatherID, "lookup_forecast", 2, was("lookup_weather")), ""},
		{"renamed, and then as published", [][]lock.Entry{published, one(weatherID, "lookup_forecast", 2, was("lookup_weather"))}, one(weatherID, "lookup_forecast", 2, was("lookup_weather")), ""},
		{"renamed, and was left out later", [][]lock.Entry{published, one(weatherID, "lookup_forecast", 2, was("lookup_weather"))}, one(weatherID, "lookup_forecast", 2), ""},
		{"renamed and back", [][]lock.Entry{published, one(weatherID, "lookup_forecast", 2, was("lookup_weather"))}, weather(3, was("lookup_forecast")), ""},
		{"renamed without a new version", [][]lock.Entry{published}, one(weatherID, "lookup_forecast", 1, was("lookup_weather")),
			`nact.yaml:12:3: version 1 of lookup_weather is published, and what is published never changes: the tool was called "lookup_weather" and is called "lookup_forecast"; say version: 2, or undo that [locked]`},
		{"renamed without a word", [][]lock.Entry{published}, one(weatherID, "lookup_forecast", 2),
			`nact.yaml:11:3: the ID ` + weatherID + ` is that of the published tool lookup_weather, and an ID is never used again; say was: lookup_weather if this is that tool with a new name, or give it another ID [id-taken]`},
		{"renamed with another ID", [][]lock.Entry{published}, one(otherID, "lookup_forecast", 2, was("lookup_weather")),
			`nact.yaml:11:3: lookup_weather is published with the ID ` + weatherID + `, and keeps it under a new name; say id: ` + weatherID + `, or leave it out [id-changed]`},
		{"renamed and broken", [][]lock.Entry{published}, one(weatherID, "lookup_forecast", 2, was("lookup_weather"), cityGone),
			`nact.yaml:12:3: version 2 of lookup_weather breaks version 1, which is published: the input "City" is gone; undo that, or make it a new tool with a name of its own [breaking]`},
		{"renamed to what another was", [][]lock.Entry{
			{entry(weatherID, "lookup_weather", 1), entry(tidesID, "lookup_tides", 1)},
			{entry(weatherID, "lookup_forecast", 2, was("lookup_weather")), entry(tidesID, "lookup_tides", 1)},
		}, []lock.Entry{entry(weatherID, "lookup_forecast", 2), entry(tidesID, "lookup_weather", 2, was("lookup_tides"))},
			`nact.yaml:10:3: lookup_weather was the name of the published tool lookup_forecast, whose older versions still go by it; choose another [name-taken]`},

		{"renamed to what another is", [][]lock.Entry{{entry(weatherID, "lookup_weather", 1, withdrawn), entry(tidesID, "lookup_tides", 1)}},
			one(tidesID, "lookup_weather", 2, was("lookup_tides")),
			`nact.yaml:11:3: lookup_weather is published with the ID ` + weatherID + `, and a tool keeps its ID; say id: ` + weatherID + `, or leave it out [id-changed]`},
		{"another ID", [][]lock.Entry{published}, one(otherID, "lookup_weather", 1),
			`nact.yaml:11:3: lookup_weather is published with the ID ` + weatherID + `, and a tool keeps its ID; say id: ` + weatherID + `, or leave it out [id-changed]`},
		{"an ID of a tool that is there too", [][]lock.Entry{published}, []lock.Entry{published[0], entry(weatherID, "lookup_forecast", 1)},
			`nact.yaml:11:3: lookup_forecast has the ID of lookup_weather; give one of them an ID of its own [duplicate-id]`},
		{"a new tool with a name that another had", [][]lock.Entry{published, one(weatherID, "lookup_forecast", 2, was("lookup_weather"))},
			[]lock.Entry{entry(weatherID, "lookup_forecast", 2), entry(otherID, "lookup_weather", 1)},
			`nact.yaml:10:3: lookup_weather was the name of the published tool lookup_forecast, whose older versions still go by it; choose another [name-taken]`},
		{"was of a name that nobody had", [][]lock.Entry{published}, []lock.Entry{published[0], entry(otherID, "lookup_forecast", 1, was("lookup_wether"))},
			`nact.yaml:13:3: no tool is published as "lookup_wether", so leave was out; did you mean "lookup_weather"? [unknown-name]`},
		{"was of a name that the tool never had", [][]lock.Entry{published}, weather(1, was("lookup_climate")),
			`nact.yaml:13:3: lookup_weather was never published as "lookup_climate", so leave was out [unknown-name]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := reread(t, publish(t, test.steps...))
			if got := shown(lock.Check(f, test.manifest)); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestCheckFindsBrokenChain: two branches published versions of which the later one does not know the earlier one.
func TestCheckFindsBrokenChain(t *testing.T) {
	first := publish(t, []lock.Entry{entry(weatherID, "lookup_weather", 1)}, []lock.Entry{entry(weatherID, "lookup_weather", 2, unitsAdded)})
	second := publish(t, []lock.Entry{entry(weatherID, "lookup_weather", 1)}, []lock.Entry{entry(weatherID, "lookup_weather", 3)})
	first.Tools[0].Versions = append(first.Tools[0].Versions, second.Tools[0].Versions[1])
	got := shown(lock.Check(reread(t, first), []lock.Entry{entry(weatherID, "lookup_weather", 3)}))
	want := `nact.lock:63:7: version 3 of lookup_weather breaks version 2: the input "Units" is gone; they come from branches that did not know each other; ` +
		`take version 3 out of nact.lock, make up for it in the manifest, and run nactgen lock again [breaking]`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestUnpublished(t *testing.T) {
	f := publish(t, []lock.Entry{entry(weatherID, "lookup_weather", 1)})
	tests := []struct {
		name     string
		manifest lock.Entry
		want     string
	}{
		{"as published", entry(weatherID, "lookup_weather", 1), ""},
		{"a new version", entry(weatherID, "lookup_weather", 2), "nact.yaml:12:3: version 2 of lookup_weather is not published; run nactgen lock [unpublished]"},
		{"a new tool", entry(tidesID, "lookup_tides", 1), "nact.yaml:12:3: version 1 of lookup_tides is not published; run nactgen lock [unpublished]"},
		{"withdrawn", entry(weatherID, "lookup_weather", 1, withdrawn), "nact.yaml:14:3: that lookup_weather is withdrawn is not published; run nactgen lock [unpublished]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := shown(lock.Unpublished(f, []lock.Entry{test.manifest})); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestPublish(t *testing.T) {
	steps := []struct {
		name     string
		manifest []lock.Entry
		want     []string
	}{
		{"first", []lock.Entry{entry(weatherID, "lookup_weather", 1), entry(tidesID, "lookup_tides", 4)},
			[]string{"lookup_weather version 1, a new tool", "lookup_tides version 4, a new tool"}},
		{"nothing new", []lock.Entry{entry(tidesID, "lookup_tides", 4), entry(weatherID, "lookup_weather", 1)}, nil},
		{"an addition", []lock.Entry{entry(weatherID, "lookup_weather", 2, unitsAdded, failing), entry(tidesID, "lookup_tides", 4)},
			[]string{`lookup_weather version 2: the input "Units" is new and optional; the output "Failure" is new; the output "Failure detail" is new`}},
		{"a version like the one before", []lock.Entry{entry(weatherID, "lookup_weather", 2, unitsAdded, failing), entry(tidesID, "lookup_tides", 5)},
			[]string{"lookup_tides version 5, which changes nothing"}},
		{"a new name, and a withdrawal", []lock.Entry{entry(weatherID, "lookup_weather", 2, unitsAdded, failing, withdrawn), entry(tidesID, "a_watch", 6, was("lookup_tides"))},
			[]string{"lookup_weather is withdrawn", "lookup_tides is called a_watch now", `a_watch version 6: the tool was called "lookup_tides" and is called "a_watch"`}},
		{"back again", []lock.Entry{entry(weatherID, "lookup_weather", 2, unitsAdded, failing), entry(tidesID, "lookup_tides", 7, was("a_watch"))},
			[]string{"lookup_weather is no longer withdrawn", "a_watch is called lookup_tides now", `lookup_tides version 7: the tool was called "a_watch" and is called "lookup_tides"`}},
	}
	f := new(lock.File)
	for _, step := range steps {
		before := string(f.Encode())
		changed, published, err := lock.Publish(f, step.manifest)
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if !reflect.DeepEqual(published, step.want) {
			t.Errorf("%s: published is %q, want %q", step.name, published, step.want)
		}
		if string(f.Encode()) != before {
			t.Errorf("%s: the file before changed too", step.name)
		}
		if found := lock.Unpublished(changed, step.manifest); found != nil {
			t.Errorf("%s: not published is %s", step.name, shown(found))
		}
		if names := namesOf(changed); !slices.IsSorted(names) {
			t.Errorf("%s: the tools stand in the order %v", step.name, names)
		}
		f = reread(t, changed)
	}
	if got := f.ToolByID(tidesID); got.Name != "lookup_tides" || !slices.Equal(got.Was, []string{"a_watch"}) || len(got.Versions) != 4 {
		t.Errorf("in the end there is %+v", got)
	}
}

func namesOf(f *lock.File) []string {
	var names []string
	for _, t := range f.Tools {
		names = append(names, t.Name)
	}
	return names
}

func TestPublishRefuses(t *testing.T) {
	f := publish(t, []lock.Entry{entry(weatherID, "lookup_weather", 1)})
	_, _, err := lock.Publish(f, []lock.Entry{entry(weatherID, "lookup_weather", 1, describedAs("Other."))})
	want := "lock: not published: nact.yaml:12:3: version 1 of lookup_weather is published, and what is published never changes: the description of the tool changed; say version: 2, or undo that"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestPublishLeavesTheFileAlone: two publications from one file have nothing to do with each other.
func TestPublishLeavesTheFileAlone(t *testing.T) {
	weather := func(version int, changes ...func(*lock.Entry)) []lock.Entry {
		return []lock.Entry{entry(weatherID, "lookup_weather", version, changes...)}
	}
	f := publish(t, weather(1), weather(2), weather(3))
	one, _, err := lock.Publish(f, weather(4, unitsAdded))
	if err != nil {
		t.Fatal(err)
	}
	want := string(one.Encode())
	if _, _, err := lock.Publish(f, weather(4, describedAs("Other."))); err != nil {
		t.Fatal(err)
	}
	if got := string(one.Encode()); got != want {
		t.Errorf("after the second publication, the first is\n%s\nand was\n%s", got, want)
	}
}

// TestPublishIsIndependentOfOrder: branches that list their tools in different orders write the same file.
func TestPublishIsIndependentOfOrder(t *testing.T) {
	tools := []lock.Entry{entry(weatherID, "lookup_weather", 1), entry(tidesID, "lookup_tides", 1), entry(otherID, "lookup_alerts", 1)}
	want := publish(t, tools).Encode()
	slices.Reverse(tools)
	if got := publish(t, tools).Encode(); string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestID(t *testing.T) {
	f := publish(t, []lock.Entry{entry(weatherID, "lookup_weather", 1)})
	for _, test := range []struct {
		name, was, want string
	}{
		{"lookup_weather", "", weatherID},
		{"lookup_forecast", "lookup_weather", weatherID},
		{"lookup_forecast", "", ""},
		{"lookup_forecast", "lookup_tides", ""},
	} {
		if got, published := f.ID(test.name, test.was); got != test.want || published != (test.want != "") {
			t.Errorf("the ID of %s, formerly %q, is %q, %v; want %q", test.name, test.was, got, published, test.want)
		}
	}
}
