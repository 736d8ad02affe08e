package sculpt

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Signature is the current version of a tool as its callers see it.
func Signature(t *plan.Tool) nact.Signature {
	s := nact.Signature{
		ToolID: t.ID, Name: t.Name, Description: t.Description, Img: t.Img, Version: int(t.Version), Tags: t.Tags,
		Failures: allowedValues(t.Failures),
	}
	for _, in := range t.Inputs {
		s.Inputs = append(s.Inputs, signatureInput(in))
	}
	for _, out := range t.Outputs {
		s.Outputs = append(s.Outputs, nact.Output{
			ID: out.ID, Name: out.Name, Type: nact.Type(out.Kind), Description: out.Description, AllowedValues: allowedValues(out.Values),
		})
	}
	return s
}

func signatureInput(in *plan.Input) nact.Input {
	return nact.Input{
		ID: in.ID, Name: in.Name, Type: nact.Type(in.Kind), Description: in.Description, Optional: in.NotRequired,
		Min: in.Min, Max: in.Max, MaxLength: int(in.MaxLength), AllowedValues: allowedValues(in.Values),
		Format: in.Format, Default: in.Default, Examples: in.Examples,
	}
}

func allowedValues(values []plan.Named) []nact.AllowedValue {
	var allowed []nact.AllowedValue
	for _, v := range values {
		allowed = append(allowed, nact.AllowedValue{Name: v.Name, Description: v.Description})
	}
	return allowed
}

// checkSignature asks the run-time library whether it would serve the tool: a service that does not start is worse than
// a finding without an exact place.
func (t *toolChecker) checkSignature() {
	if t.list.HasErrors() {
		return
	}
	if _, err := nact.Contracts([]nact.Tool{{Versions: []nact.Signature{t.plan.Signature}, Invoke: neverInvoked}}); err != nil {
		t.errorf(t.tool.Name, "signature", "the tool cannot be served: %v", err)
	}
}
