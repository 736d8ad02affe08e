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

// Object is what all objects of a document have.
type Object struct {
	Node  *Node    // as the document has it, or the component that it refers to
	Extra []*Field // members that the specification does not have for it, extensions (x-) included
}

// Pos is where the object starts.
func (o *Object) Pos() diag.Position { return o.Node.Pos }

// Document is a document, or a part of one that is in several files.
type Document struct {
	Object
	File                          string
	Version                       Text // of the specification: 1.0.1
	Title, Summary, Description   Text
	Sources                       []*Source
	Workflows                     []*Workflow
	Inputs                        map[string]*Node // reusable schemas, by name
	parameters, successes, faults map[string]*Node // reusable objects, by name
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

// Source is a description that workflows refer to.
type Source struct {
	Object
	Name, URL, Type Text // Type: openapi, asyncapi or arazzo; empty: not stated
}

// Workflow is a sequence of steps.
type Workflow struct {
	Object
	ID, Summary, Description Text
	Inputs                   *Node // JSON Schema, or nil
	DependsOn                []Text
	Steps                    []*Step
	OnSuccess, OnFailure     []*Action // of all steps
	Parameters               []*Parameter
	Outputs                  []*Output
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
	Object
	ID, Description                                     Text
	OperationID, OperationPath, ChannelPath, WorkflowID Text
	Parameters                                          []*Parameter // without those of the workflow
	Body                                                *Body        // nil: none
	Criteria                                            []*Criterion
	OnSuccess, OnFailure                                []*Action // without those of the workflow
	Outputs                                             []*Output
	Timeout                                             Text // milliseconds
	DependsOn                                           []Text
}

// Parameter is a value for a parameter of an operation, or for an input of a workflow.
type Parameter struct {
	Object
	Name, In Text // In: path, query, querystring, header or cookie; empty for an input
	Value    *Node
}

// Body is what a step sends.
type Body struct {
	Object
	ContentType  Text
	Payload      *Node // nil: none
	Replacements []*Replacement
}

// Replacement puts a value into a payload.
type Replacement struct {
	Object
	Target, Selector Text // Selector: jsonpointer, jsonpath or xpath; empty: by the media type
	Value            *Node
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

// Criterion is a condition.
type Criterion struct {
	Object
	Context, Condition Text
	Type, Version      string // Type: simple, regex, jsonpath or xpath
}

// Action is what happens after a step has succeeded, or failed.
type Action struct {
	Object
	Name, Type         Text // Type: end, goto or, behind a failure, retry
	WorkflowID, StepID Text
	Parameters         []*Parameter
	RetryAfter         Text // seconds
	RetryLimit         Text
	Criteria           []*Criterion
}
