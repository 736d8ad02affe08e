// Command nactgen makes N-ACT services from sculpting manifests and OpenAPI documents.
//
//	nactgen init        write a first manifest from OpenAPI documents
//	nactgen generate    write the Go code of a service
//	nactgen lint        check a manifest and write nothing
//	nactgen explain     say what a finding means, and how to mend it
//	nactgen fmt         lay out a manifest
//	nactgen test        run a manifest's examples
//	nactgen lock        publish the current version of every tool
//	nactgen diff        say what changes for those who call the tools
//	nactgen drift       say what a new OpenAPI document does to the tools
//	nactgen graph       draw what the tools do as pictures
//	nactgen stats       count what the tools cost a model, in tokens
//	nactgen ops         list the operations that steps can call, or search them
//	nactgen show        say what an operation takes and answers
//	nactgen lsp         serve an editor
//	nactgen schema      print the JSON Schema of manifests, for editors
//	nactgen demo        build and run an example service
//
// Run nactgen help for all commands. In a Go file, this keeps generated code up to date:
//
//	//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
//
// Generate writes all of the output or nothing. It records what it wrote in nactgen.sum in the output folder, which
// belongs into version control with the rest: by it and by the header of Go files the next run knows which files are
// its own to replace and to remove. It stops at a file in its way that is not. Text files of a stand-alone service that
// are made to be edited (go.mod, go.sum, Dockerfile, .gitignore, .dockerignore) are kept as they are once they were.
//
// The exit code is 0 if all is well; 1 if something was found: errors in the manifest, stale output, failed examples, a
// file that cannot be written; 2 if the command line is wrong, which includes a manifest that cannot be opened, or if drift
// has nothing to compare.
package main

import (
	"embed"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/invisible"
)

func main() { os.Exit(run(os.Args, os.Stdout, os.Stderr)) }

// run is the whole command. It returns the exit code. Whatever documents and manifests hold, a terminal obeys nothing that is
// written.
func run(args []string, stdout, stderr io.Writer) int {
	stdout, stderr = invisible.NewWriter(stdout), invisible.NewWriter(stderr)
	app := newApp(stdout, stderr)
	return report(app.Run(flagsFirst(app, args)), stderr)
}

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
			initCommand(), importCommand(), syncCommand(), generateCommand(), lintCommand(), explainCommand(), fmtCommand(), testCommand(), lockCommand(), diffCommand(), driftCommand(), graphCommand(), exportCommand(), statsCommand(), opsCommand(), showCommand(), schemaCommand(), lspCommand(), demoCommand(), versionCommand(), completionCommand(),
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
	if len(command.Subcommands) == 0 && command.ArgsUsage == "" {
		command.Before = noArguments
	}
}

//go:embed completion
var completionScripts embed.FS

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "print a script that completes nactgen's command line",
		Description: "Have your shell read the script as it starts. See the help of the shell's command for how.",
		Action:      unknownCommand,
		Subcommands: []*cli.Command{
			completionFor("bash", "Put this line into ~/.bashrc:\n\n   source <(nactgen completion bash)"),
			completionFor("zsh", "Put this line into ~/.zshrc, below compinit:\n\n   source <(nactgen completion zsh)"),
			completionFor("fish", "Run once:\n\n   nactgen completion fish > ~/.config/fish/completions/nactgen.fish"),
		},
	}
}

func completionFor(shell, how string) *cli.Command {
	return &cli.Command{
		Name:        shell,
		Usage:       "print the script for " + shell,
		Description: how,
		Action: func(c *cli.Context) error {
			script, err := completionScripts.ReadFile("completion/nactgen." + shell)
			if err != nil {
				return err
			}
			_, err = c.App.Writer.Write(script)
			return err
		},
	}
}
