package gen

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// recordedFiles returns the files of recorded answers that tests play, each once, in the order of their first use.
func recordedFiles(p *plan.Plan) []string {
	var list []string
	seen := map[string]bool{}
	for _, t := range p.Tools {
		for _, e := range t.Examples {
			for _, r := range e.Recordings {
				if r.File != "" && !seen[r.File] {
					seen[r.File] = true
					list = append(list, r.File)
				}
			}
		}
	}
	return list
}

// recordingPaths returns where the tests of the package find each recorded answer, as a path from the package's folder.
func recordingPaths(p *plan.Plan) map[string]string {
	paths := map[string]string{}
	taken := map[string]bool{}
	for _, file := range recordedFiles(p) {
		if p.Go.Module != "" {
			paths[file] = copyPath(file, taken)
		} else {
			paths[file] = relativePath(p.Go.OutDir, recordedFile(p, file))
		}
	}
	return paths
}

// recordedFile returns the path of a recorded answer, seen from the working directory.
func recordedFile(p *plan.Plan, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(p.Folder, filepath.FromSlash(file))
}

// relativePath returns the path of file seen from dir, slash-separated. Both are seen from the working directory.
func relativePath(dir, file string) string {
	from, err := filepath.Abs(dir)
	to, failed := filepath.Abs(file)
	if err != nil || failed != nil {
		return filepath.ToSlash(file)
	}
	relative, err := filepath.Rel(from, to)
	if err != nil {
		return filepath.ToSlash(to) // on another volume
	}
	return filepath.ToSlash(relative)
}

// copyPath returns where the copy of a recorded answer stands: below testdata, as it does beside the manifest where
// that can be.
func copyPath(file string, taken map[string]bool) string {
	name := strings.TrimPrefix(path.Clean(filepath.ToSlash(file)), "testdata/")
	if strings.HasPrefix(name, "../") || path.IsAbs(name) {
		name = path.Base(name)
	}
	for taken[strings.ToLower(name)] {
		name = path.Join(path.Dir(name), "another-"+path.Base(name))
	}
	taken[strings.ToLower(name)] = true
	return path.Join("testdata", name)
}

// copiedRecordings returns the copies of the recorded answers in the package of a stand-alone service, whose tests find
// them at paths.
func copiedRecordings(p *plan.Plan, paths map[string]string) ([]File, error) {
	if p.Go.Module == "" {
		return nil, nil
	}
	var files []File
	for _, file := range recordedFiles(p) {
		content, err := inputs.Read(recordedFile(p, file), inputs.Limit)
		if err != nil {
			return nil, fmt.Errorf("the recorded answer %s cannot be read: %w", file, err)
		}
		files = append(files, File{Path: paths[file], Content: content})
	}
	return files, nil
}
