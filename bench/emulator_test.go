//go:build unix

package bench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// emulator answers the three calls of the tool that reads with bodies of the sizes that the real services answer: 2, 3 and 19 KB; and that which writes.
func emulator() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /geocode", fixed(indented(map[string]any{"results": places()})))
	mux.Handle("GET /points/{point}", fixed(indented(map[string]any{
		"@context":   strings.Repeat("https://example.com/context ", 80),
		"properties": map[string]any{"gridId": "OAX", "gridX": 83, "gridY": 59, "timeZone": "America/Chicago"},
	})))
	mux.Handle("GET /gridpoints/{wfo}/{cell}/forecast", fixed(indented(map[string]any{"properties": map[string]any{"units": "us", "periods": periods()}})))
	mux.Handle("PUT /reports/{city}", fixed([]byte(`{"number": 17}`)))
	return mux
}

func places() []any {
	var list []any
	for i := range 8 {
		list = append(list, map[string]any{
			"id": 5074472 + i, "name": "Omaha", "latitude": 41.25626 - float64(i)/10, "longitude": -95.94043 + float64(i)/10,
			"elevation": 320, "timezone": "America/Chicago", "population": 443885 - i, "postcodes": []string{"68022", "68046"}, "admin1": "Nebraska",
		})
	}
	return list
}

func periods() []any {
	var list []any
	for i := range 14 {
		list = append(list, map[string]any{
			"number": i + 1, "name": fmt.Sprintf("Period %d", i+1), "isDaytime": i%2 == 1, "temperature": 41 + i, "temperatureTrend": nil,
			"probabilityOfPrecipitation": map[string]any{"unitCode": "wmoUnit:percent", "value": 5 * i}, "shortForecast": "Mostly Cloudy",
			"detailedForecast": strings.Repeat("Mostly cloudy, with a low around 41 and a \"northwest\" wind of 5 to 15 mph. ", 12),
		})
	}
	return list
}

func indented(v any) []byte {
	data, err := json.MarshalIndent(v, "", "    ")
	if err != nil {
		panic(err) // the values are literals above
	}
	return data
}

// fixed answers the same JSON every time, which is the least that a server on net/http can do.
func fixed(body []byte) http.Handler {
	media, length := []string{"application/json"}, []string{fmt.Sprint(len(body))}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = media
		w.Header()["Content-Length"] = length
		_, _ = w.Write(body)
	})
}
