//go:build !race

package gen

import (
	"fmt"
	"strings"
	"testing"
)

// comparisons are compared in Go by what is known of their types, and what their Go must show for that.
var comparisons = []struct{ text, shown string }{
	{`timestamp(P[0].name) > timestamp("2026-01-01T00:00:00Z")`, ".After(time.Date(2026, "},
	{`timestamp(P[0].name) == timestamp("2026-01-01T01:00:00+01:00")`, ".Equal("},
	{`duration("-90m") < duration("1h")`, "-90*time.Minute < time.Hour"},
	{`bytes(inputs.city) <= b"abc"`, "bytes.Compare([]byte(in.City), []byte(\"abc\")) <= 0"},
	{`bytes(inputs.city) != b"abc"`, "!bytes.Equal("},
	{`P[0].day > P[1].day`, "cel.LessBool("},
	{`P.map(p, p.temperature) == [20, 1]`, "slices.Equal("},
	{`P.map(p, [p.gust]) == [[null], [1.5]]`, "slices.EqualFunc("},
	{`P.map(p, p.name) == []`, "len(names) == 0"},
	{`F.?zones.orValue({}) == {"b": "c"}`, "maps.Equal("},
	{`F.?updated == optional.none()`, "!forecast.Updated.Has"},
	{`F.?updated != optional.of("x").optFlatMap(x, optional.none())`, "forecast.Updated != "},
	{`P[0].gust == 1.5`, "period.Gust.Valid && period.Gust.Value == 1.5"},
	{`P[0].gust != 1.5`, "!period.Gust.Valid || period.Gust.Value != 1.5"},
	{`P[0].gust == P[1].gust`, "period.Gust == secondPeriod.Gust"},
	{`P[0].?gust.unlessNull() == optional.none()`, "cel.PresentIn("},
	{`P[1].gust in [1.5, 2.0]`, "slices.Contains("},
	{`0.0 in P.map(p, p.gust)`, "slices.Contains(gusts, nact.NotNull(0.0))"},
	{`timestamp(P[0].name) in [timestamp("2026-01-02T00:00:00Z")]`, ".Equal)"},
	{`0.0 / 0.0 == 0.0 / 0.0 || [0.0 / double(inputs.count)] == [0.0 / double(inputs.count)]`, "slices.Equal("},
	{`size(P) > 1 ? P.slice(0, 2).map(p, p.name) == ["a"] : false`, "[0:2:2]"},
	{`2 <= size(P) && P.slice(1, 2).sortBy(p, p.name)[0].day`, "[1:2:2]"},
	{`P.exists(p, p.day) ? P.map(p, p.temperature)[0] == 20 : false`, "temperatures[0]"},
	{`optional.ofNonZeroValue(P.map(p, p.name)).optMap(l, l[0] == "Tonight").orValue(false)`, ".Value[0]"},
	{`size(P.filter(p, p.day)) == 1 && P[0].day`, "periods[0].Day"},
	{`P[0] == P[1]`, "cel.Equal(period, secondPeriod)"},
	{`F.extra.level == 1`, "cel.Equal(level, int64(1))"},
}

const comparedAnswer = `{"periods": [
	{"name": "2026-01-02T00:00:00Z", "day": true, "temperature": 20, "gust": null}, {"name": "Tonight", "day": false, "temperature": 1, "gust": 1.5}],
	"zones": {"b": "c"}, "extra": {"level": 1}}`

// TestComparisons holds that values are compared as what they are, and that this comes to what the reference comes to.
func TestComparisons(t *testing.T) {
	var f forecasts
	for _, c := range comparisons {
		f.add(t, inFull(c.text), comparedAnswer)
	}
	p := NewUnitProgram(t, f)
	for i, c := range comparisons {
		source := strings.ReplaceAll(p.Source(fmt.Sprint(i)), "body.", "forecast.")
		if !strings.Contains(source, c.shown) {
			t.Errorf("%s does not show %s:\n%s", c.text, c.shown, source)
		}
	}
	f.compare(t, p)
}
