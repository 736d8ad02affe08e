//go:build unix

package versus

import (
	"context"
	"fmt"

	"github.com/nactgen/nactgen/nact"
)

// nouns are what the tools of [Tools] are about, in turn.
var nouns = []string{"repository", "issue", "pull_request", "branch", "release", "workflow_run", "deployment", "gist", "team_membership", "code_scanning_alert"}

// Tools returns n tools of the size that drafts of published documents have: their signatures have 500 to 900 bytes. Each has the
// tag of its noun, of which there are ten, and answers at once.
func Tools(n int) []nact.Tool {
	tools := make([]nact.Tool, n)
	for i := range tools {
		noun := nouns[i%len(nouns)]
		s := nact.Signature{
			ToolID:      fmt.Sprintf("%08x-ad0a-49d4-94db-%012x", uint32(i)*2654435761, i),
			Name:        fmt.Sprintf("get_%s_%d", noun, i),
			Description: fmt.Sprintf("Get one %s by the number that it has within its owner's account, as it is now.", noun),
			Version:     1,
			Tags:        []string{noun, "read"},
			Inputs: []nact.Input{
				{ID: "owner", Name: "Owner", Type: nact.String, Description: "The account owner. The name is not case sensitive.", MaxLength: 100},
				{ID: "number", Name: "Number", Type: nact.Int, Description: "The number.", Max: nact.Limit(1 << 40)},
			},
			Outputs: []nact.Output{{ID: "title", Name: "Title", Type: nact.String, Description: "What it is called."}},
		}
		for j := range i % 4 {
			s.Outputs = append(s.Outputs, nact.Output{ID: fmt.Sprintf("field_%d", j), Name: fmt.Sprintf("Field %d", j), Type: nact.String, Description: "More of it."})
		}
		tools[i] = nact.Tool{
			Versions: []nact.Signature{s},
			Invoke: func(_ context.Context, in nact.Arguments) (nact.Results, error) {
				results := make(nact.Results, len(s.Outputs))
				results[0] = in.String(0)
				return results, nil
			},
		}
	}
	return tools
}
