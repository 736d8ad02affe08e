package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// exit is an error with an exit code. Its text is empty if everything has been printed already.
type exit struct {
	code int
	text string
}

func (e *exit) Error() string { return e.text }

// The exit codes besides 0.
const (
	exitFindings = 1
	exitUsage    = 2
)

// findings ends a command that found something. What it found has been printed.
func findings() error { return &exit{code: exitFindings} }

// usageErrorf ends a command whose command line is wrong.
func usageErrorf(format string, args ...any) error {
	return &exit{code: exitUsage, text: fmt.Sprintf(format, args...)}
}

// report prints err, as far as it is not printed yet, and returns the exit code.
func report(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	code := exitFindings
	var own *exit
	var theirs cli.ExitCoder
	if errors.As(err, &own) {
		code = own.code
	} else if errors.As(err, &theirs) {
		code = exitUsage // the framework ends with an ExitCoder only if it is asked for help on what does not exist
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(stderr, "nactgen: "+text)
	}
	return code
}

// unknownCommand runs if the command line names no command, or one that does not exist.
func unknownCommand(c *cli.Context) error {
	var names []string
	for _, command := range c.Command.Subcommands {
		if !command.Hidden {
			names = append(names, command.Name)
		}
	}
	if name := c.Args().First(); name != "" {
		return usageErrorf("there is no command %q%s\nRun '%s --help' for the commands.", name, diag.DidYouMean(name, names), c.Command.HelpName)
	}
	return usageErrorf("say which command: %s\nRun '%s --help' for what they do.", strings.Join(names, ", "), c.Command.HelpName)
}

// noArguments refuses arguments of a command that takes flags alone.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usageErrorf("%s takes no argument %q\nRun '%s --help' for its flags.", c.Command.Name, c.Args().First(), c.Command.HelpName)
	}
	return nil
}

var undefinedFlag = regexp.MustCompile(`^flag provided but not defined: -+(.+)$`)

// unknownFlag turns what package flag says about the command line into a usage error.
func unknownFlag(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if m := undefinedFlag.FindStringSubmatch(text); m != nil {
		var names []string
		for _, flag := range c.Command.Flags {
			names = append(names, "--"+flag.Names()[0])
		}
		text = fmt.Sprintf("there is no flag --%s%s", m[1], diag.DidYouMean("--"+m[1], names))
	}
	return usageErrorf("%s\nRun '%s --help' for the flags.", text, c.Command.HelpName)
}

// flagsFirst moves the flags of a command that takes arguments in front of these, where the framework looks for them. Everything after -- is an
// argument.
func flagsFirst(app *cli.App, args []string) []string {
	if len(args) < 2 || args[len(args)-1] == "--"+cli.BashCompletionFlag.Names()[0] {
		return args
	}
	command := app.Command(args[1])
	if command == nil || command.ArgsUsage == "" {
		return args
	}
	flags, words := slices.Clone(args[:2]), []string{}
	for i := 2; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			return slices.Concat(flags, []string{"--"}, words, args[i+1:])
		case len(arg) < 2 || arg[0] != '-':
			words = append(words, arg)
		default:
			flags = append(flags, arg)
			if takesNext(command, arg) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	return append(flags, words...)
}

// takesNext reports whether the next argument is the value of a flag.
func takesNext(command *cli.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	return slices.ContainsFunc(command.Flags, func(f cli.Flag) bool {
		valued, ok := f.(cli.DocGenerationFlag)
		return ok && valued.TakesValue() && slices.Contains(f.Names(), name)
	})
}
