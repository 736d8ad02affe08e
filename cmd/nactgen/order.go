package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command that takes arguments in front of these, where the framework looks for them. What
// stands behind -- is arguments.
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

// takesNext reports whether the value of a flag is the argument behind it.
func takesNext(command *cli.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	return slices.ContainsFunc(command.Flags, func(f cli.Flag) bool {
		valued, ok := f.(cli.DocGenerationFlag)
		return ok && valued.TakesValue() && slices.Contains(f.Names(), name)
	})
}
