//go:build unix

package inputs

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// special makes a file of each kind that is not regular, and returns their paths by what they are.
func special(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	pipe, socket, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "s"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"a named pipe": pipe, "a socket": socket, "a device": link, "a folder": dir}
}

// TestReadRefusesWhatIsNoRegularFile: it neither waits for a pipe nor reads a device.
func TestReadRefusesWhatIsNoRegularFile(t *testing.T) {
	for kind, path := range special(t) {
		t.Run(kind, func(t *testing.T) {
			done := make(chan error, 1)
			go func() {
				_, err := Read(path, 1<<20)
				done <- err
			}()
			select {
			case err := <-done:
				var wrong *Error
				if !errors.As(err, &wrong) || wrong.Path != path || wrong.Reason != "it is "+kind+", and only regular files are read; put the file itself there" {
					t.Errorf("got %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("it waits")
			}
		})
	}
}

func TestReadHasALimit(t *testing.T) {
	huge := write(t, filepath.Join(t.TempDir(), "huge"), "")
	if err := os.Truncate(huge, 1<<40); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(huge, 4<<20); err == nil || err.Error() != "it has more than 4 MiB; what nactgen reads there is smaller" {
		t.Errorf("got %v", err)
	}
	fits := write(t, filepath.Join(t.TempDir(), "fits"), strings.Repeat("x", 1<<20))
	if content, err := Read(fits, 1<<20); err != nil || len(content) != 1<<20 {
		t.Errorf("got %d bytes, %v", len(content), err)
	}
	// The size of what /proc has is 0, and its content is as long as it likes.
	if _, err := Read("/proc/self/environ", 0); err == nil {
		t.Error("more than the limit was read")
	}
}

func TestReadOfNothing(t *testing.T) {
	if _, err := Read(filepath.Join(t.TempDir(), "none"), 1); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "none") {
		t.Errorf("got %v", err)
	}
}
