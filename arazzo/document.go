// Package arazzo reads documents of the Arazzo Specification, 1.0 and 1.1: workflows that call the operations of OpenAPI documents.
// [Read] takes such a document apart, with the place of everything in it; what refers to its components is replaced by them.
//
// Below it, package expression has the little languages of its texts, importer makes a manifest of a document, and package
// export/arazzo a document of a checked manifest.
package arazzo

import "github.com/nactgen/nactgen/sculpt/diag"

// Text is a text with its place. The zero Text is one that is not there.
type Text struct {
	V   string
	Pos diag.Position
}

// Object is what all objects of a document have. The tag with which a type embeds it says what messages call such an object; the tags of the other
// fields are for [decoder].
type Object struct {
	Node  *Node    // as the document has it, or the component that it refers to
	Extra []*Field // members that the specification does not have for it, extensions (x-) included
}

// Pos is where the object starts.
func (o *Object) Pos() diag.Position { return o.Node.Pos }

// Document is a document, or a part of one that is in several files.
type Document struct {
	Object     `arazzo:"an Arazzo document"`
	File       string
	Version    Text        `arazzo:"arazzo,needed"` // of the specification: 1.0.1
	Self       Text        `arazzo:"$self"`
	Components *Components `arazzo:"components"` // nil: none
	Info       *Info       `arazzo:"info,needed"`
	Sources    []*Source   `arazzo:"sourceDescriptions,needed"`
	Workflows  []*Workflow `arazzo:"workflows,needed"`
}

// Info says what the document is.
type Info struct {
	Object                               `arazzo:"info"`
	Title, Summary, Description, Version Text
}

// Components are what other objects refer to, by kind and name. They have no effect by themselves, so they are read where they are referred to.
type Components struct {
	Object     `arazzo:"components"`
	Inputs     *Node `arazzo:"inputs,mapping"` // reusable schemas
	Parameters *Node `arazzo:"parameters,mapping"`
	Successes  *Node `arazzo:"successActions,mapping"`
	Faults     *Node `arazzo:"failureActions,mapping"`
}

// Workflow returns the workflow of an id, or nil.
func (d *Document) Workflow(id string) *Workflow {
	for _, w := range d.Workflows {
		if w.ID.V == id {
			return w
		}
	}
	return nil
}

// Schema returns the reusable schema of a name, or nil.
func (d *Document) Schema(name string) *Node {
	if d.Components == nil {
		return nil
	}
	return d.Components.Inputs.Get(name)
}

// Source is a description that workflows refer to.
type Source struct {
	Object `arazzo:"a source description"`
	Name   Text `arazzo:"name,needed"`
	URL    Text `arazzo:"url,needed"`
	Type   Text // openapi, asyncapi or arazzo; empty: not stated
}

// Workflow is a sequence of steps.
type Workflow struct {
	Object               `arazzo:"a workflow"`
	ID                   Text `arazzo:"workflowId,needed"`
	Summary, Description Text
	Inputs               *Node        `arazzo:"inputs,mapping"` // JSON Schema, or nil
	DependsOn            []Text       `arazzo:"dependsOn"`
	Steps                []*Step      `arazzo:"steps,needed"`
	OnSuccess            []*Action    `arazzo:"successActions,successActions"` // of all steps
	OnFailure            []*Action    `arazzo:"failureActions,failureActions"`
	Parameters           []*Parameter `arazzo:"parameters,parameters"`
	Outputs              []*Output    `arazzo:"outputs"`
}

// Step returns the step of an id, or nil.
func (w *Workflow) Step(id string) *Step {
	for _, s := range w.Steps {
		if s.ID.V == id {
			return s
		}
	}
	return nil
}

// Step is a call of an operation or of another workflow. One of OperationID, OperationPath, ChannelPath and WorkflowID is there.
type Step struct {
	Object        `arazzo:"a step"`
	ID            Text `arazzo:"stepId,needed"`
	Description   Text
	OperationID   Text         `arazzo:"operationId"`
	OperationPath Text         `arazzo:"operationPath"`
	ChannelPath   Text         `arazzo:"channelPath"`
	WorkflowID    Text         `arazzo:"workflowId"`
	Parameters    []*Parameter `arazzo:"parameters,parameters"` // without those of the workflow
	Body          *Body        `arazzo:"requestBody,mapping"`   // nil: none
	Criteria      []*Criterion `arazzo:"successCriteria"`
	OnSuccess     []*Action    `arazzo:"onSuccess,successActions"` // without those of the workflow
	OnFailure     []*Action    `arazzo:"onFailure,failureActions"`
	Outputs       []*Output    `arazzo:"outputs"`
	Timeout       Text         `arazzo:"timeout,number"` // milliseconds
	DependsOn     []Text       `arazzo:"dependsOn"`
}

// Parameter is a value for a parameter of an operation, or for an input of a workflow.
type Parameter struct {
	Object `arazzo:"a parameter"`
	Name   Text `arazzo:"name,needed"`
	In     Text // path, query, querystring, header or cookie; empty for an input
	Value  *Node
}

// Body is what a step sends.
type Body struct {
	Object       `arazzo:"a request body"`
	ContentType  Text           `arazzo:"contentType"`
	Payload      *Node          // nil: none
	Replacements []*Replacement `arazzo:"replacements"`
}

// Replacement puts a value into a payload.
type Replacement struct {
	Object   `arazzo:"a replacement"`
	Target   Text  `arazzo:"target,needed"`
	Selector Text  `arazzo:"targetSelectorType,language"` // jsonpointer, jsonpath or xpath; empty: by the media type
	Value    *Node `arazzo:"value,needed"`
}

// Output is a named value. Value is text with a runtime expression, or a selector.
type Output struct {
	Name  Text
	Value *Node
}

// Selector is a part of a value that is chosen by a path.
type Selector struct {
	Context, Selector Text
	Type              string // jsonpath, jsonpointer or xpath
}

// SelectorOf returns the selector that a value is; nil if it is something else.
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

// Criterion is a condition.
type Criterion struct {
	Object    `arazzo:"a criterion"`
	Context   Text
	Condition Text `arazzo:"condition,needed"`
	Type      Text `arazzo:"type,language"` // simple, regex, jsonpath or xpath
}

// Action is what happens after a step has succeeded, or failed.
type Action struct {
	Object     `arazzo:"an action"`
	Name       Text         `arazzo:"name,needed"`
	Type       Text         `arazzo:"type,needed"` // end, goto or, behind a failure, retry
	WorkflowID Text         `arazzo:"workflowId"`
	StepID     Text         `arazzo:"stepId"`
	Parameters []*Parameter `arazzo:"parameters,parameters"`
	RetryAfter Text         `arazzo:"retryAfter,number"` // seconds
	RetryLimit Text         `arazzo:"retryLimit,number"`
	Criteria   []*Criterion `arazzo:"criteria"`
}
