// Package program lists what the program of a stand-alone service can do beside what all can. A service whose manifest does not ask for a part has
// nothing of it: a further part is a row, a field of server.Program that takes its function, and the pages about it.
package program

import "slices"

// Part is something that some programs can do.
type Part struct {
	Name     string // as go.program of the manifest has it
	Field    string // of server.Program, which takes Function
	Function string // of package server
}

// The parts.
var (
	Explain     = &Part{"explain", "Explain", "Explain"}
	Healthcheck = &Part{"healthcheck", "Healthcheck", "Healthcheck"}
	Files       = &Part{"files", "Files", "ReadFiles"}
	Egress      = &Part{"egress", "Egress", "Egress"}
	CORS        = &Part{"cors", "CORS", "ShareWith"}
	Sampling    = &Part{"sampling", "Sampling", "SampleLog"}

	all = []*Part{Explain, Healthcheck, Files, Egress, CORS, Sampling}
)

// Names returns the names of all parts that there are.
func Names() []string {
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	return names
}

// Named returns the parts that have one of these names, in an order of their own.
func Named(names []string) (parts []*Part) {
	for _, p := range all {
		if slices.Contains(names, p.Name) {
			parts = append(parts, p)
		}
	}
	return parts
}
