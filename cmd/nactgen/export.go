package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/view/export"
)

func exportCommand() *cli.Command {
	var lines []string
	flags := manifestFlags(
		&cli.PathFlag{Name: "out", Usage: "write to `PATH`: a file, or a folder, if it is one or ends in a slash", DefaultText: "standard output"},
		&cli.BoolFlag{Name: "check", Usage: "write nothing; exit with 1 if the files of --out are not what would be written"},
	)
	for _, f := range export.Formats {
		lines = append(lines, fmt.Sprintf("%-14s %s", f.Name, f.Usage))
	}
	for _, s := range exportFlags() {
		flags = append(flags, &cli.StringFlag{Name: s.Name, Usage: s.Usage})
	}
	return &cli.Command{
		Name:        "export",
		Usage:       "write what the tools are in another format",
		ArgsUsage:   "FORMAT",
		Description: "Writes the tools of the manifest, without those that are withdrawn, as one of these formats:\n\n" + strings.Join(lines, "\n"),
		Flags:       flags,
		Action:      runExport,
	}
}

func runExport(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) != 1 {
		return usageErrorf("say what to export: nactgen export FORMAT, where FORMAT is %s", oneOf(export.Names()))
	}
	format := export.Find(args[0])
	out := c.Path("out")
	if format == nil {
		return usageErrorf("there is no format %q%s; it can be %s", args[0], diag.DidYouMean(args[0], export.Names()), oneOf(export.Names()))
	}
	if err := checkOutFlag(c, "a file or a folder", "files"); err != nil {
		return err
	}
	settings, err := exportSettings(c, format)
	if err != nil {
		return err
	}
	r, _, err := runUnlocked(c, "nothing was exported")
	if err != nil {
		return err
	}
	if len(export.Offered(r.Plan).Tools) == 0 {
		return usageErrorf("%s has no tools that agents find, so there is nothing to export", r.Plan.Manifest)
	}
	exported, err := format.Write(format.Of(r.Plan), settings)
	if wrong := export.SettingError(""); errors.As(err, &wrong) {
		return usageErrorf("%s", wrong)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; nothing was exported", r.Plan.Manifest, err)
	}
	if out == "" {
		if len(exported) > 1 {
			return usageErrorf("%s is several files; say where they go, with --out", format.Name)
		}
		_, err := c.App.Writer.Write(exported[0].Content)
		return err
	}
	return writeFiles(c, "file", place(out, exported))
}

// exportFlags returns the settings of all formats, each once, with whose they are in front.
func exportFlags() []export.Setting {
	var list []export.Setting
	for _, f := range export.Formats {
		for _, s := range f.Settings {
			usage := f.Name + ": " + s.Usage
			if i := slices.IndexFunc(list, func(other export.Setting) bool { return other.Name == s.Name }); i >= 0 {
				list[i].Usage += "; " + strings.ReplaceAll(usage, "`", "") // one placeholder is enough
				continue
			}
			list = append(list, export.Setting{Name: s.Name, Usage: usage})
		}
	}
	return list
}

// exportSettings returns the settings of a format that the command line states. Those of other formats are refused.
func exportSettings(c *cli.Context, format *export.Format) (export.Settings, error) {
	settings := export.Settings{}
	for _, s := range exportFlags() {
		own := slices.ContainsFunc(format.Settings, func(have export.Setting) bool { return have.Name == s.Name })
		switch {
		case !c.IsSet(s.Name):
		case !own:
			return nil, usageErrorf("--%s is for %s, and %s has no use for it", s.Name, oneOf(formatsWith(s.Name)), format.Name)
		case c.String(s.Name) == "":
			return nil, usageErrorf("--%s is empty; give it a value, or leave it out", s.Name)
		default:
			settings[s.Name] = c.String(s.Name)
		}
	}
	return settings, nil
}

// formatsWith returns the names of the formats that have a setting.
func formatsWith(setting string) []string {
	var names []string
	for _, f := range export.Formats {
		if slices.ContainsFunc(f.Settings, func(s export.Setting) bool { return s.Name == setting }) {
			names = append(names, f.Name)
		}
	}
	return names
}

// place returns files at the paths that --out means: a single one is that file, unless that is a folder.
func place(out string, files []export.File) []output.Replacement {
	info, err := os.Stat(out)
	folder := len(files) > 1 || err == nil && info.IsDir() || strings.HasSuffix(out, "/") || strings.HasSuffix(out, string(filepath.Separator))
	var placed []output.Replacement
	for _, f := range files {
		path := out
		if folder {
			path = filepath.Join(out, filepath.FromSlash(f.Path))
		}
		placed = append(placed, output.Replacement{Path: path, Content: f.Content})
	}
	return placed
}
