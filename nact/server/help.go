package server

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/nactgen/nactgen/nact"
)

// writeHelp writes what the program takes.
func writeHelp(w io.Writer, p Program) {
	if p.Title != "" {
		fmt.Fprintf(w, "%s: %s\n\n", p.Name, p.Title)
	}
	fmt.Fprintf(w, "Usage: %s [flags]\n\nFlags, each with the environment variable that it overrides:\n", p.Name)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...string) { fmt.Fprintln(table, "  "+strings.Join(cells, "\t")) }
	for _, t := range new(settings).table(p) {
		flag := ""
		if t.Flag != "" {
			flag = strings.TrimSpace("--" + t.Flag + " " + t.Takes)
		}
		row(flag, t.Variable, t.About+note(nact.Variable{Default: t.Default}))
	}
	for i, name := range p.Upstreams {
		what := "the same for " + name
		if i == 0 {
			what = "call " + name + " at this address instead of its documented server"
		}
		row("--upstream "+name+"=URL", upstreamVariable(name), what)
	}
	if p.Healthcheck != nil {
		row("--"+healthcheckFlag, "", "ask the program that listens already whether it lives; exit with 0 or 1")
	}
	if p.Explain != nil {
		row("--"+explainFlag, "", "show all settings with their values and where these come from, and all that is wrong or missing; start nothing")
	}
	row("--help", "", "show this")
	table.Flush()
	if len(p.Environment) == 0 {
		return
	}
	fmt.Fprint(w, "\nEnvironment variables of the service:\n")
	for _, v := range p.Environment {
		row(v.Name, v.Description+note(v))
	}
	table.Flush()
	if p.Files != nil {
		fmt.Fprintf(w, "\nEach can stand in a file, which a variable with %s behind the name names: %s%[1]s=/run/secrets/value.\n", fileSuffix, p.Environment[0].Name)
	}
}

// note is what stands in parentheses after the description of a variable.
func note(v nact.Variable) string {
	switch {
	case v.Secret:
		return " (secret)"
	case v.Default != "":
		return " (default " + v.Default + ")"
	}
	return ""
}
