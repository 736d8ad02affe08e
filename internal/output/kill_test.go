//go:build unix

package output

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/artifact"
)

// writerFolder names, in the environment of a process of this test, the folder that it writes to, again and again.
const writerFolder = "NACTGEN_TEST_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerFolder); dir != "" {
		writeForEver(dir)
	}
	os.Exit(m.Run())
}

// versions are two sets of files that a process generates in turn.
func versions(n int) []artifact.File {
	var files []artifact.File
	for i := range 60 {
		files = append(files, artifact.File{Path: fmt.Sprintf("pkg%d/answer%d.json", i%3, i), Content: []byte(strings.Repeat(fmt.Sprint(n, i, "\n"), 200))})
	}
	return files[:40+20*(n%2)]
}

func writeForEver(dir string) {
	for n := 0; ; n++ {
		changes, err := Compare(dir, versions(n), Options{Manifest: "nact.yaml"})
		if err == nil {
			err = changes.Apply()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func startWriter(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), writerFolder+"="+dir)
	writer.Stderr = os.Stderr
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	return writer
}

// isComplete fails unless the next run ends well and leaves its files and nothing else.
func isComplete(t *testing.T, dir string) {
	t.Helper()
	files := versions(0)
	changes, err := Compare(dir, files, Options{Manifest: "nact.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	if err := changes.Apply(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".nactgen-*")); left != nil {
		t.Errorf("%v is left", left)
	}
	for _, f := range files {
		if content, err := os.ReadFile(filepath.Join(dir, f.Path)); string(content) != string(f.Content) {
			t.Errorf("%s is not as it was generated: %v", f.Path, err)
		}
	}
}

// TestApplyAfterKill: a run that is killed, whenever that is, leaves nothing that the next one does not clean up.
func TestApplyAfterKill(t *testing.T) {
	dir := t.TempDir()
	abandoned := 0
	for i := range 25 {
		writer := startWriter(t, dir)
		time.Sleep(time.Duration(30+3*i) * time.Millisecond) // somewhere in a run, not at the same place each time
		if err := writer.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		writer.Wait()
		left, _ := filepath.Glob(filepath.Join(dir, ".nactgen-*"))
		abandoned += len(left)
	}
	t.Logf("%d folders were left behind", abandoned)
	isComplete(t, dir)
}

// TestApplyAtOnce: runs in one folder wait for one another; none of them fails, and none loses a file.
func TestApplyAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for range 4 {
		go func() {
			changes, err := Compare(dir, versions(1), Options{Manifest: "nact.yaml"})
			if err == nil {
				err = changes.Apply()
			}
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	isComplete(t, dir)
}

// TestSweepLeavesWhatIsNotOurs: neither a folder that holds other files, nor a link, nor another name is removed.
func TestSweepLeavesWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".nactgen-mine/notes.txt", ".nactgen-Mine/new0", ".nactgenx/new0", ".nactgen-a/new0", ".nactgen-a/old1", ".nactgen-123"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(".nactgen-mine", filepath.Join(dir, ".nactgen-b")); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []func(*os.Root, fs.DirEntry) bool{isTemporary, isAbandoned} {
		if err := sweep(dir, kind); err != nil {
			t.Fatal(err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".nactgen*"))
	for i, path := range left {
		left[i] = filepath.Base(path)
	}
	if got, want := strings.Join(left, " "), ".nactgen-Mine .nactgen-b .nactgen-mine .nactgenx"; got != want {
		t.Errorf("left: %s, want %s", got, want)
	}
}
