package stats

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answer counts the answer of a tool in an example with outputs, and the answers of its upstreams.
func (c *counter) answer(t *plan.Tool, e *plan.Example) (*Answer, error) {
	counted := &Answer{Example: e.Name}
	count := func(to *int, body []byte, err error) error {
		if err != nil {
			return err
		}
		tokens, err := c.encoding.Count(body)
		*to += tokens
		return err
	}
	body, err := invoke(t, e)
	if err := count(&counted.NACT, body, err); err != nil {
		return nil, err
	}
	body, err = callTool(t, e)
	if err := count(&counted.MCP, body, err); err != nil {
		return nil, err
	}
	for _, r := range e.Recordings {
		body, err = c.recorded(&r)
		if err := count(&counted.Raw, body, err); err != nil {
			return nil, err
		}
	}
	return counted, nil
}

// recorded returns the body of a recorded answer. From JSON blanks are removed, which a file only has for its readers.
func (c *counter) recorded(r *plan.Recording) ([]byte, error) {
	body := []byte(r.Body)
	if r.File != "" {
		var err error
		if body, err = c.files.Read(filepath.Join(c.plan.Folder, filepath.FromSlash(r.File)), inputs.Limit); err != nil {
			return nil, err
		}
	}
	var compact bytes.Buffer
	if json.Compact(&compact, body) == nil {
		return compact.Bytes(), nil
	}
	return body, nil
}
