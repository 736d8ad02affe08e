package endpoint_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// TestRequestTimeout holds that a tool has as long as its caller waits, and no longer.
func TestRequestTimeout(t *testing.T) {
	var left time.Duration
	tool := new(forecastTool).tool()
	tool.Invoke = func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		deadline, limited := ctx.Deadline()
		left = 0
		if limited {
			left = time.Until(deadline)
		}
		if left > 0 && left < time.Second {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return nil, nact.Fail("CITY_NOT_FOUND", "")
	}
	server := serve(t, endpoint.Config{}, tool)
	tests := []struct {
		name   string
		fields []string
		status int
		least  time.Duration // that is left of the caller's time as the tool starts
		most   time.Duration
	}{
		{"none", nil, http.StatusOK, 0, 0},
		{"whole seconds", []string{"100"}, http.StatusOK, 90 * time.Second, 100 * time.Second},
		{"a fraction", []string{"100.5"}, http.StatusOK, 90 * time.Second, 100500 * time.Millisecond},
		{"more than a day", []string{"1000000"}, http.StatusOK, 23 * time.Hour, 24 * time.Hour},
		{"so many that no float has them", []string{strings.Repeat("9", 400)}, http.StatusBadRequest, 0, 0},
		{"over before the tool ends", []string{"0.05"}, http.StatusGatewayTimeout, 0, 50 * time.Millisecond},
		{"zero", []string{"0"}, http.StatusBadRequest, 0, 0},
		{"negative", []string{"-1"}, http.StatusBadRequest, 0, 0},
		{"with a unit", []string{"5s"}, http.StatusBadRequest, 0, 0},
		{"an exponent", []string{"1e3"}, http.StatusBadRequest, 0, 0},
		{"empty", []string{""}, http.StatusBadRequest, 0, 0},
		{"twice", []string{"5", "6"}, http.StatusBadRequest, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			left = 0
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/tools/"+forecastID+":invoke", strings.NewReader(call))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header["Request-Timeout"] = test.fields
			response, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if response.StatusCode != test.status || left < test.least || left > test.most {
				t.Errorf("got %d with %s left, want %d with %s to %s: %s", response.StatusCode, left, test.status, test.least, test.most, body)
			}
		})
	}
}
