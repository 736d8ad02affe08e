package upstream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// prose returns an answer in the shape of a forecast of a week, with a paragraph for each half of a day.
func prose() []byte {
	var list []any
	for i := range 14 {
		list = append(list, map[string]any{
			"number": i + 1, "name": fmt.Sprintf("Period %d", i+1), "isDaytime": i%2 == 1, "temperature": 41 + i, "temperatureTrend": nil,
			"probabilityOfPrecipitation": map[string]any{"unitCode": "wmoUnit:percent", "value": 5 * i}, "shortForecast": "Mostly Cloudy",
			"detailedForecast": strings.Repeat("Mostly cloudy, with a low around 41 and a \"northwest\" wind of 5 to 15 mph. ", 12),
		})
	}
	text, err := json.MarshalIndent(map[string]any{"properties": map[string]any{"units": "us", "periods": list}}, "", "    ")
	if err != nil {
		panic(err) // the values are literals
	}
	return text
}

// BenchmarkSkip skips whole answers, in turns with json.Valid, which finds the same wrong with them. The metric ratio is
// the time of json.Valid divided by that of the Decoder.
func BenchmarkSkip(b *testing.B) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, hourly()); err != nil {
		b.Fatal(err)
	}
	for name, data := range map[string][]byte{"prose": prose(), "indented": hourly(), "compact": compact.Bytes()} {
		b.Run(name, func(b *testing.B) {
			var ours, standard time.Duration
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				start := time.Now()
				if err := Decode(data, (*Decoder).Skip); err != nil {
					b.Fatal(err)
				}
				between := time.Now()
				if !json.Valid(data) {
					b.Fatal("not valid")
				}
				ours += between.Sub(start)
				standard += time.Since(between)
			}
			b.ReportMetric(float64(len(data)*b.N)/1e6/ours.Seconds(), "decoder-MB/s")
			b.ReportMetric(float64(standard)/float64(ours), "ratio")
		})
	}
}
