package sigdiff

// The rules: each names one kind of difference, and will keep its name.
const (
	RuleToolID      = "tool-id"
	RuleToolName    = "tool-name"
	RuleVersionBack = "version-back"
	RuleVersionSame = "version-same"
	RuleVersion     = "version"
	RuleDescription = "description"
	RuleImg         = "img"
	RuleTags        = "tags"

	RuleInputRemoved       = "input-removed"
	RuleInputAdded         = "input-added"
	RuleInputAddedRequired = "input-added-required"
	RuleInputID            = "input-id"
	RuleInputName          = "input-name"
	RuleInputType          = "input-type"
	RuleInputRequired      = "input-required"
	RuleInputOptional      = "input-optional"
	RuleInputTighter       = "input-tighter"
	RuleInputLooser        = "input-looser"
	RuleInputValueRemoved  = "input-value-removed"
	RuleInputValueAdded    = "input-value-added"
	RuleInputDefault       = "input-default"
	RuleInputDefaultAdded  = "input-default-added"
	RuleInputText          = "input-text"
	RuleInputOrder         = "input-order"

	RuleOutputRemoved      = "output-removed"
	RuleOutputAdded        = "output-added"
	RuleOutputID           = "output-id"
	RuleOutputName         = "output-name"
	RuleOutputType         = "output-type"
	RuleOutputValueAdded   = "output-value-added"
	RuleOutputValueRemoved = "output-value-removed"
	RuleOutputText         = "output-text"
	RuleOutputOrder        = "output-order"
)

// Rule is a kind of difference.
type Rule struct {
	Name  string // one of the Rule constants
	Class Class
	Doc   string // when it applies, and why it has its class, in a sentence
}

// Rules returns all rules: those of the tool, of inputs and of outputs.
func Rules() []Rule {
	return []Rule{
		{RuleToolID, Breaking, "The tool has another ID, compared without regard to case: whoever calls the old one finds nothing."},
		{RuleToolName, Breaking, "The tool has another name: a call gives the name, and one with the old name is refused."},
		{RuleVersionBack, Breaking, "The version number is lower than before: versions only grow."},
		{RuleVersionSame, Breaking, "Something changed and the version did not: a published version never changes."},
		{RuleVersion, None, "The version number grew, by any step."},
		{RuleDescription, Text, "The description of the tool changed."},
		{RuleImg, Text, "The picture of the tool changed."},
		{RuleTags, Text, "The tags of the tool, or their order, changed."},

		{RuleInputRemoved, Breaking, "An input is gone: a call that gives it is refused."},
		{RuleInputAdded, Additive, "An optional input is new: older calls leave it out."},
		{RuleInputAddedRequired, Breaking, "A required input is new: older calls lack it."},
		{RuleInputID, Breaking, "An input has another ID: by their IDs, versions know which input is which."},
		{RuleInputName, Breaking, "An input has another name: calls give names."},
		{RuleInputType, Breaking, "An input has another type: clients check values, and ask models for them, by type."},
		{RuleInputRequired, Breaking, "An optional input is required now: calls that leave it out are refused."},
		{RuleInputOptional, Additive, "A required input is optional now: older calls give it as before."},
		{RuleInputTighter, Breaking, "A bound, a length or a format lets less in than before. Two formats have no text in common."},
		{RuleInputLooser, Additive, "A bound, a length or a format lets more in than before."},
		{RuleInputValueRemoved, Breaking, "An allowed value of an input is gone: a call that gives it is refused."},
		{RuleInputValueAdded, Additive, "An input takes a further value."},
		{RuleInputDefault, Breaking, "The default of an input that may be left out is new, gone or another: a call that leaves it out is still valid, but no longer means the same."},
		{RuleInputDefaultAdded, Additive, "An input that was required has a default now: no older call left it out."},
		{RuleInputText, Text, "The description or the examples of an input, or the description or the order of its allowed values, changed."},
		{RuleInputOrder, Text, "Inputs that both versions have stand in another order: calls give names. New ones may stand anywhere."},

		{RuleOutputRemoved, Breaking, "An output is gone: whoever reads it finds nothing."},
		{RuleOutputAdded, Additive, "An output is new, or the tool declares its first failures: who does not know it passes over it."},
		{RuleOutputID, Breaking, "An output has another ID: by their IDs, versions know which output is which."},
		{RuleOutputName, Breaking, "An output has another name: answers give names."},
		{RuleOutputType, Breaking, "An output has another type: clients read it as what it was."},
		{RuleOutputValueAdded, Breaking, "An output may be a value, or a tool may end in a failure, that older clients do not know."},
		{RuleOutputValueRemoved, Additive, "A value or a failure is no longer answered: who waits for it is still right about all others."},
		{RuleOutputText, Text, "The description of an output, or the description or the order of its allowed values, changed."},
		{RuleOutputOrder, Text, "Outputs that both versions have stand in another order: answers give names. New ones may stand anywhere."},
	}
}
