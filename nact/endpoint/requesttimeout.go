package endpoint

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// requestTimeout returns how long the caller of an invocation waits for its answer, by the field Request-Timeout: a number of
// seconds, whole or with a decimal fraction. It is 0 if the caller does not say, or the answer that refuses another value.
func requestTimeout(header http.Header) (time.Duration, *answer) {
	fields := header["Request-Timeout"]
	if len(fields) == 0 {
		return 0, nil
	}
	const most = 24 * time.Hour
	seconds, err := strconv.ParseFloat(fields[0], 64)
	decimal := strings.Trim(fields[0], "0123456789.") == ""
	if len(fields) > 1 || err != nil || !decimal || seconds < time.Millisecond.Seconds() {
		return 0, plainProblem(http.StatusBadRequest, "Request-Timeout must be a number of seconds, such as 5 or 2.5, of at least 0.001.")
	}
	return time.Duration(min(seconds, most.Seconds()) * float64(time.Second)), nil
}
