package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/versions/lock"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// diffBase is what diff compares the manifest with: tools, each by its newest version.
type diffBase struct {
	signatures []nact.Signature
	withdrawn  map[string]bool // by ID in lower case
}

func (b *diffBase) has(id string) bool {
	return slices.ContainsFunc(b.signatures, func(s nact.Signature) bool { return s.ToolID == id })
}

// found returns the signatures of the tools that agents found.
func (b *diffBase) found() []nact.Signature {
	return slices.DeleteFunc(slices.Clone(b.signatures), func(s nact.Signature) bool { return b.withdrawn[s.ToolID] })
}

// lockBase returns the tools of a lock file as a base.
func lockBase(f *lock.File) *diffBase {
	b := &diffBase{withdrawn: map[string]bool{}}
	for _, t := range f.Tools {
		b.signatures = append(b.signatures, t.Newest().Signature)
		b.withdrawn[t.ID] = t.Withdrawn
	}
	return b
}

// readBase returns what the command line compares the manifest with. The base is nil if the list holds errors.
func readBase(c *cli.Context, manifest string, published *lock.File) (*diffBase, diag.List, error) {
	switch {
	case c.Args().Present():
		file := c.Args().First()
		content, err := inputs.Read(file, inputs.Limit)
		if err != nil {
			return nil, nil, usageErrorf("the file to compare with, %s, cannot be read: %v", file, err)
		}
		return parseBase(file, content)
	case !c.IsSet("base"):
		return lockBase(published), nil, nil
	}
	revision, path := c.String("base"), lock.Path(manifest)
	content, found, err := lockAt(c.Context, path, revision)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		fmt.Fprintf(c.App.ErrWriter, "nactgen: %s has no %s, so every tool is new\n", revision, filepath.Base(path))
		return &diffBase{}, nil, nil
	}
	return parseBase(revision+":"+filepath.Base(path), content)
}

// parseBase reads a lock file, or JSON: a signature, a list of them, or a page as a service answers it.
func parseBase(file string, content []byte) (*diffBase, diag.List, error) {
	text := bytes.TrimLeft(content, " \t\r\n")
	if len(text) > 0 && (text[0] == '[' || text[0] == '{') {
		signatures, err := parseSignatures(text)
		if err != nil {
			return nil, nil, usageErrorf("%s has no signatures to compare with: %v", file, err)
		}
		return &diffBase{signatures: signatures}, nil, nil
	}
	f, list := lock.Parse(file, content)
	if f == nil {
		return nil, list, nil
	}
	return lockBase(f), nil, nil
}

func parseSignatures(text []byte) ([]nact.Signature, error) {
	if text[0] == '[' {
		var items []json.RawMessage
		if err := json.Unmarshal(text, &items); err != nil {
			return nil, err
		}
		return decodeSignatures(items)
	}
	var page struct {
		Items  []json.RawMessage `json:"items"`
		Paging struct {
			Next string `json:"next"`
		} `json:"paging"`
		ToolID string `json:"toolId"`
	}
	if err := json.Unmarshal(text, &page); err != nil {
		return nil, err
	}
	switch {
	case page.Paging.Next != "":
		return nil, errors.New("it is one page of several; put the items of all into one list")
	case page.Items != nil:
		return decodeSignatures(page.Items)
	case page.ToolID == "":
		return nil, errors.New("it is neither a signature nor a list of them")
	}
	return decodeSignatures([]json.RawMessage{text})
}

func decodeSignatures(items []json.RawMessage) ([]nact.Signature, error) {
	var signatures []nact.Signature
	for _, item := range items {
		s, err := sigdiff.Decode(item)
		if err != nil {
			return nil, err
		}
		signatures = append(signatures, s)
	}
	return signatures, nil
}

// lockAt returns a lock file as it is in a git revision.
func lockAt(ctx context.Context, file, revision string) (content []byte, found bool, err error) {
	dir, name := filepath.Split(file)
	hash, err := commit(ctx, dir, revision)
	if err != nil {
		return nil, false, err
	}
	listed, err := git(ctx, dir, nil, "ls-tree", "--name-only", hash, "--", name)
	if err != nil || len(listed) == 0 {
		return nil, false, err
	}
	content, err = git(ctx, dir, nil, "cat-file", "blob", hash+":./"+name)
	return content, err == nil, err
}

// commit returns the hash of the commit that --base names.
func commit(ctx context.Context, dir, revision string) (hash string, err error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return "", usageErrorf("--base is %q, which is no revision", revision)
	}
	output, err := git(ctx, dir, nil, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	var unknown *exec.ExitError
	if errors.As(err, &unknown) {
		return "", usageErrorf("--base: git knows no commit %q here; a shallow clone has to fetch it first", revision)
	}
	if err != nil {
		return "", usageErrorf("--base: %v", err)
	}
	return string(bytes.TrimSpace(output)), nil
}

// git runs git in a folder, with further variables of the environment, and returns what it prints.
func git(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir = dir
	command.Env = append(os.Environ(), env...)
	output, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) && len(failed.Stderr) > 0 {
		return nil, errors.New(strings.TrimSpace(string(failed.Stderr)))
	}
	return output, err
}
