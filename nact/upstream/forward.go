package upstream

import (
	"context"
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact/onbehalf"
)

// longestForwarded is how long the value of a header can be that is handed on, in bytes.
const longestForwarded = 1 << 10

// Forward returns the Forward of a client that hands on headers, by their canonical names, which the caller of the service has sent. One that the call
// itself sends is not replaced; a value that no header can hold or that is longer than 1 KiB is left out.
func Forward(names ...string) func(context.Context, http.Header) {
	return func(ctx context.Context, header http.Header) {
		for _, name := range names {
			value := strings.Join(onbehalf.Header(ctx, name), ", ")
			if value == "" || len(value) > longestForwarded || header[name] != nil || headerProblem(name, value) != "" {
				continue
			}
			header[name] = []string{value}
		}
	}
}
