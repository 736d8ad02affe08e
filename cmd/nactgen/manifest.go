package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
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

// findManifest returns the path of the manifest that the command line means. It can be opened.
func findManifest(c *cli.Context) (string, error) {
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

// searchManifest looks here and in the folders above.
func searchManifest() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, manifestName)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return nearPath(file), readable(file)
		}
		if dir == filepath.Dir(dir) {
			return "", usageErrorf("there is no %s in %s or a folder above; name one with --manifest", manifestName, here)
		}
	}
}

// readable reports why file cannot be opened.
func readable(file string) error {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return usageErrorf("there is no manifest %s", file)
	}
	if err != nil {
		return usageErrorf("the manifest cannot be opened: %v", err)
	}
	return f.Close()
}

// nearPath returns path as seen from the working folder, if that can be said.
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
