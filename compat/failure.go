package compat

// The outputs with which a tool of nactgen answers a failure that it declares.
const (
	failureID         = "failure"
	failureDetailID   = "failure_detail"
	failureText       = "Why the tool could not do what was asked. Present only if it failed; the other outputs are then absent."
	failureDetailText = "A sentence that explains the failure. Present only together with the failure."
)

// FailureOutputs returns the two outputs that a generated service publishes after its own for a tool that declares
// failures, and nil for one that declares none. Their texts are part of every signature that was published with them.
func FailureOutputs(failures []AllowedValue) []Output {
	if len(failures) == 0 {
		return nil
	}
	return []Output{
		{ID: failureID, Name: "Failure", Type: Enum, Description: failureText, AllowedValues: failures},
		{ID: failureDetailID, Name: "Failure detail", Type: String, Description: failureDetailText},
	}
}

// SplitFailures returns the outputs without those of [FailureOutputs], and the failures that those declare: it is the
// inverse of appending them. A signature without them has no failures.
func (s *Signature) SplitFailures() (own []Output, failures []AllowedValue) {
	n := len(s.Outputs)
	if n < 2 || s.Outputs[n-2].ID != failureID || s.Outputs[n-1].ID != failureDetailID || s.Outputs[n-2].Type != Enum {
		return s.Outputs, nil
	}
	return s.Outputs[: n-2 : n-2], s.Outputs[n-2].AllowedValues
}
