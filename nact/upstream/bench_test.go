package upstream

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// hourly returns an answer in the shape of a forecast of 156 hours, indented as the National Weather Service does.
func hourly() []byte {
	var text strings.Builder
	text.WriteString("{\n    \"@context\": [\n        \"https://geojson.org/geojson-ld/geojson-context.jsonld\"\n    ],\n")
	text.WriteString("    \"type\": \"Feature\",\n    \"properties\": {\n        \"units\": \"us\",\n        \"generatedAt\": \"2025-06-01T12:00:00+00:00\",\n        \"periods\": [\n")
	for i := range 156 {
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, `            {
                "number": %d,
                "name": "",
                "startTime": "2025-06-01T%02d:00:00-04:00",
                "endTime": "2025-06-01T%02d:00:00-04:00",
                "isDaytime": %t,
                "temperature": %d,
                "temperatureUnit": "F",
                "temperatureTrend": null,
                "probabilityOfPrecipitation": {
                    "unitCode": "wmoUnit:percent",
                    "value": %d
                },
                "dewpoint": {
                    "unitCode": "wmoUnit:degC",
                    "value": 13.333333333333334
                },
                "windSpeed": "%d mph",
                "icon": "https://example.com/icons/land/day/few,0?size=small",
                "shortForecast": "Mostly Sunny",
                "detailedForecast": ""
            }`, i+1, i%24, (i+1)%24, i%24 > 5, 60+i%30, i%100, i%20)
	}
	text.WriteString("\n        ]\n    }\n}\n")
	return []byte(text.String())
}

// BenchmarkDecode reads units and four members of each period, in turns with a
// Decoder and with encoding/json and structs of just those members, and reports
// how many times as long the latter takes.
func BenchmarkDecode(b *testing.B) {
	type minimal struct {
		Properties struct {
			Units   string
			Periods []struct {
				Name        string
				Number      int64
				IsDaytime   bool
				Temperature float64
			}
		}
	}
	data := hourly()
	var decoder, standard time.Duration
	for b.Loop() {
		start := time.Now()
		if err := Decode(data, new(forecast).decode); err != nil {
			b.Fatal(err)
		}
		between := time.Now()
		if err := json.Unmarshal(data, new(minimal)); err != nil {
			b.Fatal(err)
		}
		decoder += between.Sub(start)
		standard += time.Since(between)
	}
	b.ReportMetric(float64(decoder.Microseconds())/float64(b.N), "decoder-µs/op")
	b.ReportMetric(float64(standard.Microseconds())/float64(b.N), "json-µs/op")
	b.ReportMetric(float64(standard)/float64(decoder), "ratio")
}
