package server

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/nactgen/nactgen/nact"
)

// inForce is one setting as it counts. Its value is no secret.
type inForce struct{ name, value, from string }

// Where values come from.
const (
	fromFlag        = "flag"
	fromEnvironment = "environment"
	fromDefault     = "default"
	fromManifest    = "manifest"
	fromFile        = "file"
)

// What stands in the place of values that are not there, or that nobody may see.
const (
	valueNone   = "-"
	valueSet    = "(set)"
	valueNotSet = "(not set)"
	valueHidden = "(not shown)"
)

// shown returns the setting as it counts. A value that is wrong may be anything.
func (said *said) shown() inForce {
	shown := inForce{"--" + said.Flag, cmp.Or(said.byFlag, said.byVariable, said.Default, valueNone), fromDefault}
	if said.Flag == "" {
		shown.name = said.Variable
	}
	switch {
	case said.byFlag != "":
		shown.from = fromFlag
	case said.byVariable != "":
		shown.from = fromEnvironment
	}
	switch {
	case said.wrong:
		shown.value = valueHidden
	case said.Secret && shown.from != fromDefault:
		shown.value = valueSet
	}
	return shown
}

// shownUpstreams returns the upstreams, of which wrong ones have no base URL.
func (s *settings) shownUpstreams(p Program) (list []inForce) {
	for _, name := range p.Upstreams {
		shown := inForce{"--upstream " + name, "(its documented server)", fromManifest}
		if byFlag, given := s.byFlag[name]; given {
			shown.value, shown.from = cmp.Or(s.upstreams[name], valueHidden), fromEnvironment
			if byFlag {
				shown.from = fromFlag
			}
		}
		list = append(list, shown)
	}
	return list
}

// shownVariables returns the variables of a service. Of secrets it says only whether they are set.
func (s *settings) shownVariables(variables []nact.Variable, getenv func(string) string) (list []inForce) {
	for _, v := range variables {
		value, from := getenv(v.Name), fromEnvironment
		if s.files != nil {
			if text, ok := s.files.Text(v.Name); ok {
				value, from = text, fromFile
			}
		}
		if value == "" {
			value, from = v.Default, fromDefault
		}
		switch {
		case value == "":
			value, from = valueNotSet, valueNone
		case v.Secret:
			value = valueSet
		}
		list = append(list, inForce{v.Name, value, from})
	}
	return list
}

// Explain writes what is in force in a program, and all that is wrong or missing; the program is asked what it lacks. It returns the exit code. Nothing
// is started.
func Explain(a Asked) int {
	_, lacks := a.program.New(a.settings.options(slog.New(slog.DiscardHandler), a.getenv))
	var list []inForce
	for _, said := range a.settings.said {
		list = append(list, said.shown())
	}
	list = append(list, a.settings.shownUpstreams(a.program)...)
	list = append(list, a.settings.shownVariables(a.program.Environment, a.getenv)...)
	writeConfig(a.stdout, a.program.Name, list)
	wrong := errors.Join(a.wrong, lacks)
	if wrong == nil {
		fmt.Fprintln(a.stdout, "\nNothing is wrong with it.")
		return exitDone
	}
	fmt.Fprintln(a.stdout, "\nWrong or missing:")
	for _, line := range slices.Compact(strings.Split(wrong.Error(), "\n")) {
		fmt.Fprintln(a.stdout, "  "+line)
	}
	return exitUsage
}

func writeConfig(w io.Writer, program string, list []inForce) {
	fmt.Fprintf(w, "%s is configured so:\n", program)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, one := range list {
		value := nact.Printable(one.value, loggedText)
		if strings.ContainsAny(value, "\t\r\n") {
			value = strconv.Quote(value)
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", one.name, value, one.from)
	}
	table.Flush() // an error means that nobody reads it
}
