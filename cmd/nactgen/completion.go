package main

import (
	"embed"

	"github.com/urfave/cli/v2"
)

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
