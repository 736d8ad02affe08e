package nact_test

import (
	"fmt"

	"github.com/nactgen/nactgen/nact"
)

func ExampleSignature_AppendJSON() {
	s := nact.Signature{
		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "count_words", Description: "Count words.", Version: 2,
		Inputs: []nact.Input{{ID: "most", Name: "Most", Type: nact.Int, Description: "Where to stop."}},
	}
	fmt.Printf("%s\n", s.AppendJSON(nil, 3))
	fmt.Printf("%s\n", s.AppendJSON(nil, 0))
	// Output:
	// {"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"count_words","description":"Count words.","version":2,"currentVersion":3,"tags":[],"input_parameters":[{"id":"most","name":"Most","type":"int","description":"Where to stop.","required":true,"max":65535}],"output_parameters":[]}
	// {"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"count_words","description":"Count words.","version":2,"tags":[],"input_parameters":[{"id":"most","name":"Most","type":"int","description":"Where to stop.","required":true,"max":65535}],"output_parameters":[]}
}
