package export

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// The limits of the front matter of a skill, in characters.
const (
	longestSkillName        = 64
	longestSkillDescription = 1024
)

// writeSkill writes a SKILL.md: what the tools are for, and how an agent that can send HTTP requests calls them.
func writeSkill(p *plan.Plan, _ Settings) ([]File, error) {
	var b strings.Builder
	b.WriteString("---\n")
	var w yamlout.Writer
	w.Mapping(yamlout.Mapping{{Key: "name", Value: yamlout.Text(skillName(p))}, {Key: "description", Value: yamlout.Text(skillDescription(p))}}, "")
	b.WriteString(w.String() + "---\n\n")
	fmt.Fprintf(&b, "# %s\n\n", inline(cmp.Or(p.Service.Title, p.Service.Name)))
	b.WriteString("Each tool below is called by a POST of JSON to its address, at the URL of the service. The body names the tool, and gives its inputs by their names. " +
		"The answer has the outputs by their names, or `Failure` with a code and `Failure detail` with a sentence where the tool says what went wrong. " +
		"A call that does not fit is answered with 400 and everything that is wrong with it: correct the call and send it again.\n")
	for _, t := range p.Tools {
		if err := skillTool(&b, t); err != nil {
			return nil, err
		}
	}
	return []File{{Path: "SKILL.md", Content: []byte(b.String())}}, nil
}

// skillName returns the name of the skill, which consists of lower-case letters, digits and hyphens.
func skillName(p *plan.Plan) string {
	name := strings.ReplaceAll(p.Service.Name, "_", "-")
	return strings.TrimRight(name[:min(len(name), longestSkillName)], "-")
}

// skillDescription says what the skill is for, and when to use it.
func skillDescription(p *plan.Plan) string {
	text := p.Service.Description
	if text == "" {
		var all []string
		for _, t := range p.Tools {
			all = append(all, t.Signature.Description)
		}
		text = strings.Join(all, " ")
	}
	text = strings.NewReplacer("<", "(", ">", ")", "\n", " ", "\r", "").Replace(text)
	if utf8.RuneCountInString(text) <= longestSkillDescription {
		return text
	}
	head := string([]rune(text)[:longestSkillDescription-4])
	return head[:max(strings.LastIndexByte(head, ' '), 0)] + " ..."
}

// skillTool writes the section of a tool.
func skillTool(b *strings.Builder, t *plan.Tool) error {
	s := &t.Signature
	fmt.Fprintf(b, "\n## %s\n\n%s", s.Name, inline(s.Description))
	if t.Writes {
		b.WriteString(" It changes something: call it only if that is wanted, with a header `Idempotency-Key` of its own, so that the same call can be sent again.")
	}
	body, err := document(object{{"name", s.Name}, {"input_parameters", sampleInputs(s)}})
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\n\n```\nPOST /tools/%s:invoke\nContent-Type: application/json\n\n%s```\n\n", s.ToolID, body)
	for i := range s.Inputs {
		in := &s.Inputs[i]
		fmt.Fprintf(b, "- input **%s** (%s; %s): %s\n", inline(in.Name), presence(in), strings.ReplaceAll(kind(in), "<br>", ", "), inline(in.Description))
	}
	for _, out := range s.Outputs {
		fmt.Fprintf(b, "- output **%s** (%s): %s\n", inline(out.Name), strings.ReplaceAll(choice(out.Type, out.AllowedValues), "<br>", ", "), inline(out.Description))
	}
	for _, f := range s.Failures {
		fmt.Fprintf(b, "- failure `%s`: %s\n", f.Name, inline(f.Description))
	}
	return nil
}

// sampleInputs returns the required inputs of a call, each with a sample value.
func sampleInputs(s *nact.Signature) []any {
	list := []any{}
	for i := range s.Inputs {
		in := &s.Inputs[i]
		if in.Required() {
			list = append(list, object{{"name", in.Name}, {"value", wired(in.Type, sample(in))}})
		}
	}
	return list
}

// wired returns a value as it stands in a call.
func wired(t nact.Type, v any) any {
	if t.IsText() {
		return string(jsontext.AppendValue(nil, v))
	}
	return v
}

func sample(in *nact.Input) any {
	switch {
	case len(in.Examples) > 0:
		return in.Examples[0]
	case in.Type == nact.Enum:
		return in.AllowedValues[0].Name
	case in.Type == nact.Int && in.Min != nil:
		return *in.Min
	case in.Type == nact.Int:
		return min(in.Maximum(), 1)
	case in.Type == nact.Boolean:
		return true
	case in.Type == nact.Number && in.Least != nil:
		return *in.Least
	case in.Type == nact.Number && in.Most != nil:
		return min(*in.Most, 1)
	case in.Type == nact.Number:
		return 1.0
	case in.Type == nact.List:
		return []any{sample(in.Items)}
	}
	return json.RawMessage(`"..."`)
}
