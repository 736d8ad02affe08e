package main

import (
	"io"

	"github.com/urfave/cli/v2"
)

// newApp describes the command line. Commands print to the two writers only.
func newApp(stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:  "nactgen",
		Usage: "make N-ACT services from sculpting manifests and OpenAPI documents",
		Description: "Commands work on the manifest nact.yaml of this folder, or of the nearest folder above that has one.\n" +
			"They exit with 0 if all is well, with 1 if they found something, and with 2 if the command line is wrong.",
		EnableBashCompletion: true,
		Writer:               stdout,
		ErrWriter:            stderr,
		Action:               unknownCommand,
		OnUsageError:         unknownFlag,
		ExitErrHandler:       func(*cli.Context, error) {}, // report decides on the exit code
		Commands: []*cli.Command{
			initCommand(), importCommand(), syncCommand(), generateCommand(), lintCommand(), testCommand(), lockCommand(), diffCommand(), driftCommand(), graphCommand(), exportCommand(), statsCommand(), opsCommand(), showCommand(), demoCommand(), versionCommand(), completionCommand(),
		},
	}
	for _, command := range app.Commands {
		closeCommand(command)
	}
	return app
}

// closeCommand makes command report usage errors and gives it no command help, which it would take for an argument.
func closeCommand(command *cli.Command) {
	command.HideHelpCommand = true
	command.OnUsageError = unknownFlag
	for _, sub := range command.Subcommands {
		closeCommand(sub)
	}
	if len(command.Subcommands) == 0 && command.Before == nil {
		command.Before = noArguments
	}
}
