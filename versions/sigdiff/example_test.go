package sigdiff_test

import (
	"fmt"
	"log"
	"os"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// A platform cached version 1 of a tool, and the server publishes version 2.
func ExampleCompare() {
	const cached = `{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "lookup_weather", "version": 1,
		"input_parameters": [{"id": "city", "name": "City"}]}`
	const published = `{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "lookup_weather", "version": 2,
		"input_parameters": [{"id": "city", "name": "City", "max-length": 80}, {"id": "day", "name": "Day", "required": false}]}`
	older, err := sigdiff.Decode([]byte(cached))
	if err != nil {
		log.Fatal(err)
	}
	newer, err := sigdiff.Decode([]byte(published))
	if err != nil {
		log.Fatal(err)
	}
	differences := sigdiff.Compare(older, newer)
	for _, d := range differences {
		fmt.Printf("%s: %s\n", d.Class, d.Message)
	}
	if sigdiff.Overall(differences) == sigdiff.Breaking {
		fmt.Println("stay with version 1")
	}
	// Output:
	// breaking: the maximum length of the input "City" was none and is 80
	// additive: the input "Day" is new and optional
	// none: the version was 1 and is 2
	// stay with version 1
}

func ExampleReport_WriteText() {
	older := []nact.Signature{{ToolID: "1", Name: "lookup_weather", Version: 1}}
	newer := []nact.Signature{{ToolID: "1", Name: "lookup_weather", Version: 2, Outputs: []nact.Output{{ID: "wind", Name: "Wind"}}}}
	if err := sigdiff.NewReport(older, newer).WriteText(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// lookup_weather version 1 to 2 (additive)
	//   additive  the output "Wind" is new (output-added)
	//
	// 1 tool changed: 1 additive; 0 are the same.
}
