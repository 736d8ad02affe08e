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

// explainFlag asks for what [writeConfig] writes.
const explainFlag = "explain-config"

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

// shown returns a setting that was given by flag, by variable, or not at all. ok says that its value is one that it can have; others may be anything.
func (t *setting) shown(byFlag, byVariable string, ok bool) inForce {
	shown := inForce{"--" + t.flag, cmp.Or(byFlag, byVariable, t.fallback, valueNone), fromDefault}
	if t.flag == "" {
		shown.name = t.variable
	}
	switch {
	case byFlag != "":
		shown.from = fromFlag
	case byVariable != "":
		shown.from = fromEnvironment
	}
	switch {
	case !ok:
		shown.value = valueHidden
	case t.secret && shown.from != fromDefault:
		shown.value = valueSet
	}
	return shown
}

// shownUpstreams returns the upstreams, of which wrong ones have no base URL.
func (s *settings) shownUpstreams(p Program, given map[string]bool) (list []inForce) {
	for _, name := range p.Upstreams {
		shown := inForce{"--upstream " + name, "(its documented server)", fromManifest}
		if byFlag, said := given[name]; said {
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
		switch {
		case s.files[v.Name] != nil:
			value, from = s.files[v.Name].text(), fromFile
		case value == "":
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

// explain writes what is in force, and all that is wrong or missing: wrong has what the settings say, and p is asked what it lacks. It returns the
// exit code. Nothing is started.
func explain(w io.Writer, p Program, s *settings, getenv func(string) string, wrong error) int {
	options := s.options(slog.New(slog.DiscardHandler), getenv)
	_, lacks := p.New(options)
	writeConfig(w, p.Name, s.inForce)
	if wrong = errors.Join(wrong, lacks); wrong == nil {
		fmt.Fprintln(w, "\nNothing is wrong with it.")
		return exitDone
	}
	fmt.Fprintln(w, "\nWrong or missing:")
	for _, line := range slices.Compact(strings.Split(wrong.Error(), "\n")) {
		fmt.Fprintln(w, "  "+line)
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
