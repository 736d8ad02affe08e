// Package arazzo reads documents of the Arazzo Specification, 1.0 and 1.1: workflows that call the operations of OpenAPI documents.
// [Read] takes such a document apart, with the place of everything in it; what refers to its components is replaced by them.
//
// Below it, package expression parses the languages that its texts are written in, importer makes a manifest of a document, and exporter a document
// of a checked manifest.
package arazzo

import "github.com/nactgen/nactgen/sculpt/diag"

// Text is a string of the document with its position. The zero Text stands for a member that the document does not have.
type Text struct {
	V   string
	Pos diag.Position
}

// Object is embedded in the type of every object of a document. The tag of the embedded field is what messages call such an object; the tags of the
// other fields are explained at [decoder].
type Object struct {
	Node  *Node    // the mapping that was decoded: the object itself, or the component that a reusable object refers to
	Extra []*Field // members that the specification does not define for the object, extensions (x-) included
}

// Pos returns the position at which the object starts.
func (o *Object) Pos() diag.Position { return o.Node.Pos }

// Document is a whole Arazzo document.
type Document struct {
	Object     `arazzo:"an Arazzo document"`
	File       string
	Version    Text        `arazzo:"arazzo,needed"` // of the specification, such as 1.0.1
	Self       Text        `arazzo:"$self"`
	Components *Components `arazzo:"components"` // nil if there are none
	Info       *Info       `arazzo:"info,needed"`
	Sources    []*Source   `arazzo:"sourceDescriptions,needed"`
	Workflows  []*Workflow `arazzo:"workflows,needed"`
	Broken     []Text      `arazzo:"-"` // the ids of workflows that have errors
}

// Info describes the document.
type Info struct {
	Object                               `arazzo:"info"`
	Title, Summary, Description, Version Text
}

// Components are reusable objects, by kind and name. Each is decoded where another object refers to it: on its own it has no effect.
type Components struct {
	Object     `arazzo:"components"`
	Inputs     *Node `arazzo:"inputs,mapping"` // reusable schemas
	Parameters *Node `arazzo:"parameters,mapping"`
	Successes  *Node `arazzo:"successActions,mapping"`
	Faults     *Node `arazzo:"failureActions,mapping"`
}

// Workflow returns the workflow with an id, or nil.
func (doc *Document) Workflow(id string) *Workflow {
	for _, w := range doc.Workflows {
		if w.ID.V == id {
			return w
		}
	}
	return nil
}

// Schema returns the reusable schema with a name, or nil.
func (doc *Document) Schema(name string) *Node {
	if doc.Components == nil {
		return nil
	}
	return doc.Components.Inputs.Get(name)
}

// Source is a source description: an API document whose operations workflows call, or another Arazzo document.
type Source struct {
	Object `arazzo:"a source description"`
	Name   Text `arazzo:"name,needed"`
	URL    Text `arazzo:"url,needed"`
	Type   Text // openapi, asyncapi or arazzo; empty if it is not stated
}

// Workflow is a sequence of steps.
type Workflow struct {
	Object               `arazzo:"a workflow"`
	ID                   Text `arazzo:"workflowId,needed"`
	Summary, Description Text
	Inputs               *Node        `arazzo:"inputs,mapping"` // a JSON Schema; nil if there is none
	DependsOn            []Text       `arazzo:"dependsOn"`
	Steps                []*Step      `arazzo:"steps,needed"`
	OnSuccess            []*Action    `arazzo:"successActions,successActions"` // for every step that has no action of the same name
	OnFailure            []*Action    `arazzo:"failureActions,failureActions"`
	Parameters           []*Parameter `arazzo:"parameters,parameters"`
	Outputs              []*Output    `arazzo:"outputs"`

	errors int // in it, as it was read
}

// Step returns the step with an id, or nil.
func (w *Workflow) Step(id string) *Step {
	for _, s := range w.Steps {
		if s.ID.V == id {
			return s
		}
	}
	return nil
}

// Step is a call of an operation or of another workflow. Exactly one of OperationID, OperationPath, ChannelPath and WorkflowID is set.
type Step struct {
	Object        `arazzo:"a step"`
	ID            Text `arazzo:"stepId,needed"`
	Description   Text
	OperationID   Text         `arazzo:"operationId"`
	OperationPath Text         `arazzo:"operationPath"`
	ChannelPath   Text         `arazzo:"channelPath"`
	WorkflowID    Text         `arazzo:"workflowId"`
	Parameters    []*Parameter `arazzo:"parameters,parameters"` // its own; those of the workflow apply as well
	Body          *Body        `arazzo:"requestBody,mapping"`   // nil if the step sends none
	Criteria      []*Criterion `arazzo:"successCriteria"`
	OnSuccess     []*Action    `arazzo:"onSuccess,successActions"` // its own; those of the workflow apply as well
	OnFailure     []*Action    `arazzo:"onFailure,failureActions"`
	Outputs       []*Output    `arazzo:"outputs"`
	Timeout       Text         `arazzo:"timeout,number"` // milliseconds
	DependsOn     []Text       `arazzo:"dependsOn"`
}

// Parameter is the value that a step passes for a parameter of an operation, or for an input of a workflow.
type Parameter struct {
	Object `arazzo:"a parameter"`
	Name   Text `arazzo:"name,needed"`
	In     Text // path, query, querystring, header or cookie; empty for an input of a workflow
	Value  *Node
}

// Body is the request body that a step sends.
type Body struct {
	Object       `arazzo:"a request body"`
	ContentType  Text           `arazzo:"contentType"`
	Payload      *Node          // nil if the document gives none
	Replacements []*Replacement `arazzo:"replacements"`
}

// Replacement puts a value into the payload, at the place that Target selects.
type Replacement struct {
	Object   `arazzo:"a replacement"`
	Target   Text  `arazzo:"target,needed"`
	Selector Text  `arazzo:"targetSelectorType,language"` // language of Target: jsonpointer, jsonpath or xpath; empty if the media type implies it
	Value    *Node `arazzo:"value,needed"`
}

// Output is a named value. Value is a string with a runtime expression, or a selector.
type Output struct {
	Name  Text
	Value *Node
}

// Selector picks a part of the value that Context, a runtime expression, reads.
type Selector struct {
	Context, Selector Text
	Type              string // language of Selector: jsonpath, jsonpointer or xpath
}

// SelectorOf returns a node as a selector, or nil if it is none.
func SelectorOf(n *Node) *Selector {
	context, selector, kind := n.Get("context"), n.Get("selector"), n.Get("type")
	if context == nil || selector == nil || kind == nil {
		return nil
	}
	if inner := kind.Get("type"); inner != nil {
		kind = inner
	}
	return &Selector{Text{context.Text, context.Pos}, Text{selector.Text, selector.Pos}, kind.Text}
}

// Criterion is a condition on the outcome of a step.
type Criterion struct {
	Object    `arazzo:"a criterion"`
	Context   Text
	Condition Text `arazzo:"condition,needed"`
	Type      Text `arazzo:"type,language"` // simple, regex, jsonpath or xpath
}

// Action says what a workflow does after a step has succeeded or failed.
type Action struct {
	Object     `arazzo:"an action"`
	Name       Text         `arazzo:"name,needed"`
	Type       Text         `arazzo:"type,needed"` // end, goto or, after a failure, retry
	WorkflowID Text         `arazzo:"workflowId"`
	StepID     Text         `arazzo:"stepId"`
	Parameters []*Parameter `arazzo:"parameters,parameters"`
	RetryAfter Text         `arazzo:"retryAfter,number"` // seconds
	RetryLimit Text         `arazzo:"retryLimit,number"`
	Criteria   []*Criterion `arazzo:"criteria"`
}
