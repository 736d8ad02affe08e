package golden

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/internal/wholetest"
	"github.com/nactgen/nactgen/spec"
)

// bodyCount is of how many bodies there is each kind.
type bodyCount struct{ forms, parts, others int }

// bodiesOf returns a tool for every body that is no JSON, and how many there are.
func bodiesOf(operations []*spec.Operation) (text string, count bodyCount) {
	var b strings.Builder
	for i, op := range operations {
		if op.Body == nil {
			continue
		}
		for j, media := range op.Body.Content {
			body := ""
			switch {
			case wholetest.JSONMedia([]*spec.Media{media}) != nil, media.Type == "*/*":
				continue
			case media.Type == "application/x-www-form-urlencoded":
				count.forms++
				body = wholeSample(media.Schema)
			case media.Type == "multipart/form-data":
				count.parts++
				body = wholeSample(media.Schema)
			default:
				count.others++
				body = "'${inputs.text}'"
			}
			step := "call: " + wholetest.Quoted("api "+op.Method+" "+op.Path) + ", content_type: " + wholetest.Quoted(media.Type) + ", body: " + body
			if with := wholetest.With(op); with != "" {
				step += ", with: {" + with + "}"
			}
			fmt.Fprintf(&b, "  body_%d_%d:\n    writes: true\n    description: Send one body of the document.\n    inputs: %s\n    steps: {only: {%s}}\n    outputs: {status: {type: int, description: The status., value: \"${steps.only.status}\"}}\n", i, j, wholetest.Inputs, step)
		}
	}
	return b.String(), count
}

// wholeSample is a sample of an object with all its members. Of a union it has the first branch.
func wholeSample(s *spec.Schema) string {
	if len(s.Properties) == 0 && len(s.OneOf) > 0 {
		s = s.OneOf[0]
	}
	var members []string
	for _, p := range s.Properties {
		if p.ReadOnly {
			continue
		}
		schema := p.Schema
		if len(schema.OneOf) > 0 && len(schema.OneOf[0].Enum) == 0 {
			schema = schema.OneOf[0]
		}
		members = append(members, wholetest.Quoted(p.Name)+": "+wholetest.Sample(schema, 1))
	}
	return "{" + strings.Join(members, ", ") + "}"
}
