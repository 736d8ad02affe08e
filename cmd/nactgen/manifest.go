package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/inputs"
)

const manifestName = "nact.yaml"

// manifestFlag is the flag that every command on a manifest has.
func manifestFlag() cli.Flag {
	return &cli.PathFlag{
		Name:        "manifest",
		Usage:       "the sculpting manifest `FILE`, or the folder that has a " + manifestName,
		DefaultText: manifestName + " here or in a folder above",
	}
}

// manifestFlags returns the flags of a command on a manifest: those that all of them have, and some more.
func manifestFlags(more ...cli.Flag) []cli.Flag {
	return append([]cli.Flag{manifestFlag(), outsideFlag(), remoteFlag()}, more...)
}

// findManifest returns the path of the manifest that the command line means, which can be read, and the files to which it may lead.
func findManifest(c *cli.Context) (file string, files inputs.Tree, err error) {
	if file, err = namedManifest(c); err != nil {
		return file, files, err
	}
	if !c.Bool(outsideFlag().Name) {
		files, err = inputs.Around(file)
	}
	return file, withRemote(c, files), err
}

// withRemote returns a tree of files that includes what can be fetched, if the command line allows that.
func withRemote(c *cli.Context, files inputs.Tree) inputs.Tree {
	if !c.Bool(remoteFlag().Name) {
		return files
	}
	return files.WithRemote(inputs.NewRemote(http.DefaultClient))
}

func namedManifest(c *cli.Context) (string, error) {
	file := c.Path("manifest")
	if file == "" {
		if c.IsSet("manifest") {
			return "", usageErrorf("--manifest is empty; give it a file, or leave it out")
		}
		return searchManifest()
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, manifestName)
	}
	return file, readable(file)
}

// searchManifest looks for a manifest in the working folder and the folders above.
func searchManifest() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	other := ""
	for dir := here; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, manifestName)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return nearPath(file), readable(file)
		}
		other = cmp.Or(other, nearFile(file))
		if dir == filepath.Dir(dir) {
			return "", usageErrorf("there is no %s in %s or a folder above%s", manifestName, here, cmp.Or(other, "; name one with --manifest"))
		}
	}
}

// readable returns an error if a manifest cannot be read.
func readable(file string) error {
	err := inputs.Check(file, inputs.Limit)
	if errors.Is(err, fs.ErrNotExist) {
		return usageErrorf("there is no manifest %s%s", file, nearFile(file))
	}
	if err != nil {
		return usageErrorf("the manifest %s cannot be read: %v", file, err)
	}
	return nil
}

// nearFile says of a manifest that is not there that a file beside it ends in the other way that files of YAML do; it is empty if there is none.
func nearFile(missing string) string {
	extension, rename := ".yml", ", or rename it to "+manifestName
	if filepath.Ext(missing) == extension {
		extension, rename = ".yaml", ""
	}
	file := strings.TrimSuffix(missing, filepath.Ext(missing)) + extension
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return fmt.Sprintf(", but there is %[1]s: give --manifest %[1]s%[2]s", nearPath(file), rename)
}

// remoteFlag is the flag of commands that read what the documents of a manifest refer to.
func remoteFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "allow-remote", Usage: "fetch what documents refer to with https://; such documents are pinned"}
}

// outsideFlag is the flag of commands that read or write what a manifest names.
func outsideFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "allow-outside", Usage: "let the manifest lead to files and folders outside of its repository, or of its own folder where there is none"}
}

// nearPath returns a path relative to the working folder, if there is such a path.
func nearPath(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	near, err := filepath.Rel(here, path)
	if err != nil {
		return path
	}
	return near
}
