package nact_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestBreakdown: which of the questions about the error of a call are answered with yes.
func TestBreakdown(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"unreachable":        {&nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Unreachable}, "unreachable failed"},
		"not asked":          {&nact.Fault{Kind: nact.Busy, Breakdown: nact.Unreachable}, "unreachable failed"},
		"timeout":            {&nact.Fault{Kind: nact.Timeout}, "timeout failed"},
		"interrupted":        {fmt.Errorf("a: %w", &nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Interrupted}), "interrupted failed"},
		"malformed":          {&nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Malformed}, "malformed failed"},
		"too large":          {&nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.TooLarge}, "too-large failed"},
		"a status":           {&nact.Fault{Kind: nact.BadAnswer, UpstreamStatus: 404}, "failed"},
		"a refused caller":   {&nact.Fault{Kind: nact.Unauthenticated, UpstreamStatus: 401}, "failed"},
		"no credential":      {&nact.Fault{Kind: nact.Unauthenticated}, ""},
		"an input":           {&nact.Fault{Kind: nact.BadInput}, ""},
		"memory":             {&nact.Fault{Kind: nact.NoMemory}, ""},
		"a store":            {&nact.Fault{Kind: nact.NotNoted}, ""},
		"the service itself": {&nact.Fault{}, ""},
		"a dry run":          {nact.ErrDryRun, ""},
		"a caller who left":  {context.Canceled, ""},
		"anything else":      {errors.New("x"), ""},
		"nothing":            {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, question := range []struct {
				word   string
				answer bool
			}{
				{"unreachable", nact.IsUnreachable(test.err)}, {"timeout", nact.IsTimeout(test.err)}, {"interrupted", nact.IsInterrupted(test.err)},
				{"malformed", nact.IsMalformed(test.err)}, {"too-large", nact.IsTooLarge(test.err)}, {"failed", nact.IsCallFailed(test.err)},
			} {
				if question.answer && got != "" {
					got += " "
				}
				if question.answer {
					got += question.word
				}
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
