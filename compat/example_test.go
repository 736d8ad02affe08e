package compat_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/nactgen/nactgen/compat"
)

// A platform cached version 1 of a tool, and the server publishes version 2.
func ExampleCompare() {
	const cached = `{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "lookup_weather", "version": 1,
		"input_parameters": [{"id": "city", "name": "City"}]}`
	const published = `{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "lookup_weather", "version": 2,
		"input_parameters": [{"id": "city", "name": "City", "max-length": 80}, {"id": "day", "name": "Day", "required": false}]}`
	var older, newer compat.Signature
	if err := json.Unmarshal([]byte(cached), &older); err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal([]byte(published), &newer); err != nil {
		log.Fatal(err)
	}
	differences := compat.Compare(older, newer)
	for _, d := range differences {
		fmt.Printf("%s: %s\n", d.Class, d.Message)
	}
	if compat.Overall(differences) == compat.Breaking {
		fmt.Println("stay with version 1")
	}
	// Output:
	// breaking: the maximum length of the input "City" was none and is 80
	// additive: the input "Day" is new and optional
	// none: the version was 1 and is 2
	// stay with version 1
}

func ExampleReport_WriteText() {
	older := []compat.Signature{{ToolID: "1", Name: "lookup_weather", Version: 1}}
	newer := []compat.Signature{{ToolID: "1", Name: "lookup_weather", Version: 2, Outputs: []compat.Output{{ID: "wind", Name: "Wind"}}}}
	if err := compat.NewReport(older, newer).WriteText(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// lookup_weather version 1 to 2 (additive)
	//   additive  the output "Wind" is new (output-added)
	//
	// 1 tool changed: 1 additive; 0 are the same.
}
