package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/rules"
)

var explainFormats = formats[[]*rules.Rule]{
	{"text", func(list []*rules.Rule, w io.Writer) error { return rules.WriteText(w, list) }},
	{"json", func(list []*rules.Rule, w io.Writer) error { return rules.WriteJSON(w, list) }},
	{"markdown", func(list []*rules.Rule, w io.Writer) error { return rules.WriteMarkdown(w, list) }},
}

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a finding means, and how to mend it",
		ArgsUsage: "[RULE...]",
		Description: "Explains findings by the names of their rules, which lint prints as JSON, GitHub annotations and SARIF, each with a\n" +
			"wrong and a right example. Without a name it lists all rules.",
		Flags: []cli.Flag{explainFormats.flag()},
		BashComplete: func(c *cli.Context) {
			for _, name := range rules.Names() {
				fmt.Fprintln(c.App.Writer, name)
			}
		},
		Action: explain,
	}
}

func explain(c *cli.Context) error {
	write, err := explainFormats.writer(c)
	if err != nil {
		return err
	}
	var list []*rules.Rule
	for _, name := range c.Args().Slice() {
		r := rules.Find(name)
		if r == nil {
			return usageErrorf("there is no rule %s%s\nRun '%s' for all of them.", diag.Quote(name), diag.DidYouMean(name, rules.Names()), c.Command.HelpName)
		}
		list = append(list, r)
	}
	if len(list) > 0 {
		return write(list, c.App.Writer)
	}
	if c.String("format") == explainFormats[0].name {
		return listRules(c.App.Writer)
	}
	for _, area := range rules.Areas() {
		list = append(list, area.Rules...)
	}
	return write(list, c.App.Writer)
}

// rulesPage is the page that explains all rules, each under a heading of its name.
const rulesPage = "https://github.com/nactgen/nactgen/blob/main/docs/rules.md"

// helpOf returns what is said of a rule.
func helpOf(rule string) (help diag.Help, ok bool) {
	r := rules.Find(rule)
	if r == nil {
		return diag.Help{}, false
	}
	text, markdown := r.Help()
	return diag.Help{Title: r.Title, Text: text, Markdown: markdown, URI: rulesPage + "#" + r.Name}, true
}

// listRules writes a line for each rule, below the titles of their areas.
func listRules(w io.Writer) error {
	longest := 0
	for _, name := range rules.Names() {
		longest = max(longest, len(name))
	}
	for i, area := range rules.Areas() {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, area.Title)
		for _, r := range area.Rules {
			if _, err := fmt.Fprintf(w, "  %-*s  %s (%s)\n", longest, r.Name, r.Title, r.Severity()); err != nil {
				return err
			}
		}
	}
	return nil
}
