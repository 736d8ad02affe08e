package artifact_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/artifact"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name  string
		paths []string
		want  string // part of the error; empty: none
	}{
		{"plain", []string{"go.mod", "cmd/nws/main.go", "service.go"}, ""},
		{"rooted", []string{"/etc/passwd"}, `"/etc/passwd" is no relative`},
		{"climbing", []string{"../service.go"}, `"../service.go" is no relative`},
		{"climbing inside", []string{"a/../../b"}, `is no relative`},
		{"the folder itself", []string{"."}, `"." is no relative`},
		{"empty", []string{""}, `"" is no relative`},
		{"backslash", []string{`..\service.go`}, "not every system allows"},
		{"drive", []string{"c:service.go"}, "not every system allows"},
		{"line break", []string{"a\nb"}, "not every system allows"},
		{"twice", []string{"a.go", "a.go"}, `"a.go" and "a.go" have the same name`},
		{"twice but for case", []string{"readme", "README"}, `"readme" and "README" have the same name`},
		{"file as folder", []string{"a", "a/b/c"}, `"a" stands where "a/b/c" needs a folder`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var files []artifact.File
			for _, p := range tt.paths {
				files = append(files, artifact.File{Path: p})
			}
			err := artifact.Check(files)
			if tt.want == "" && err != nil {
				t.Fatalf("Check = %v, want no error", err)
			}
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Fatalf("Check = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestSort(t *testing.T) {
	files := []artifact.File{{Path: "b"}, {Path: "a/b"}, {Path: "a"}}
	artifact.Sort(files)
	for i, want := range []string{"a", "a/b", "b"} {
		if files[i].Path != want {
			t.Errorf("files[%d] = %s, want %s", i, files[i].Path, want)
		}
	}
}
