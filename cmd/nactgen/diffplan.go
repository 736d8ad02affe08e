package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/versions/lock"
)

// planBase is the revision whose manifest diff compares the manifest with.
type planBase struct {
	hash    string // of the commit; empty if there is no such revision
	name    string // for people
	problem string // why there is no revision, as a sentence without its full stop
}

// compareBehavior compares what the tools do with what they did at the revision that the command line names, or else at the commit that published last.
func compareBehavior(c *cli.Context, manifest string, published *lock.File, p *plan.Plan) (plandiff.Report, error) {
	base, err := findPlanBase(c, manifest, published)
	if err != nil || base.hash == "" {
		return plandiff.Report{Problem: base.problem, Changes: []plandiff.Change{}}, err
	}
	older, problem, err := planAt(c.Context, manifest, base)
	if err != nil {
		return plandiff.Report{}, err
	}
	r := plandiff.Report{Base: base.name, Problem: problem, Changes: []plandiff.Change{}}
	if problem == "" {
		r.Changes = append(r.Changes, plandiff.Compare(older, p)...)
	}
	return r, nil
}

func findPlanBase(c *cli.Context, manifest string, published *lock.File) (planBase, error) {
	dir := filepath.Dir(manifest)
	switch {
	case c.Args().Present():
		return planBase{problem: "a file has signatures alone; compare with a revision, by --base"}, nil
	case c.IsSet("base"):
		hash, err := commit(c.Context, dir, c.String("base"))
		return planBase{hash: hash, name: c.String("base")}, err
	case published.Missing:
		return planBase{problem: "nothing is published yet"}, nil
	}
	return lastPublication(c.Context, lock.Path(manifest))
}

// lastPublication returns the last commit that changed the lock file.
func lastPublication(ctx context.Context, file string) (planBase, error) {
	dir, name := filepath.Split(file)
	if _, err := git(ctx, dir, nil, "rev-parse", "--git-dir"); err != nil {
		return planBase{problem: name + " is in no git repository, so it is not known what the tools did when it was written; compare with a revision, by --base"}, nil
	}
	hash, err := git(ctx, dir, nil, "log", "-1", "--format=%H", "--", name)
	if err != nil || len(hash) == 0 {
		return planBase{problem: "no commit has " + name + ", so it is not known what the tools did when it was written; compare with a revision, by --base"}, nil
	}
	changed, err := git(ctx, dir, nil, "status", "--porcelain", "--", name)
	if err != nil {
		return planBase{}, err
	}
	if len(changed) > 0 {
		return planBase{problem: name + " has changes that are not committed; compare with a revision, by --base"}, nil
	}
	return planBase{hash: string(bytes.TrimSpace(hash)), name: "the last publication"}, nil
}

// planAt returns the plan of a revision: its manifest checked with its files. If the manifest has errors, the problem says so. The plan is nil if the
// revision has no manifest.
func planAt(ctx context.Context, manifest string, base planBase) (p *plan.Plan, problem string, err error) {
	tree, err := os.MkdirTemp("", "nactgen-diff-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(tree)
	below, err := checkOut(ctx, filepath.Dir(manifest), base.hash, tree)
	if err != nil {
		return nil, "", err
	}
	file := filepath.Join(tree, below, filepath.Base(manifest))
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	r, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Unlocked: true, Unpinned: true}})
	if err != nil {
		return nil, "", err
	}
	if r.Checked == nil {
		return nil, fmt.Sprintf("the manifest of %s has errors for this nactgen: %s", base.name, strings.ReplaceAll(firstError(r.Findings), tree+string(filepath.Separator), "")), nil
	}
	return r.Plan, "", nil
}

// firstError returns the first error of findings that have one.
func firstError(list diag.List) string {
	i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	return list[i].String()
}

// checkOut writes the files of a commit into the folder tree, without touching the working tree and its index. It returns the path of dir below that folder.
func checkOut(ctx context.Context, dir, hash, tree string) (below string, err error) {
	top, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	prefix, err := git(ctx, dir, nil, "rev-parse", "--show-prefix")
	if err != nil {
		return "", err
	}
	root := strings.TrimSuffix(string(top), "\n")
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(tree, ".git-index")}
	if _, err := git(ctx, root, index, "read-tree", hash); err != nil {
		return "", err
	}
	if _, err := git(ctx, root, index, "checkout-index", "--all", "--prefix="+tree+string(filepath.Separator)); err != nil {
		return "", err
	}
	return filepath.FromSlash(strings.TrimSuffix(string(prefix), "\n")), nil
}
