package rerun

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"
)

// lifetime is how long a run is remembered that does not come again.
const lifetime = 30 * 24 * time.Hour

// store writes a file that others may read at the same time, and removes old ones beside it. If that fails, nothing is remembered.
func store(file string, data []byte) {
	folder := filepath.Dir(file)
	if os.MkdirAll(folder, 0o700) != nil {
		return
	}
	aside, err := os.CreateTemp(folder, "new-*")
	if err != nil {
		return
	}
	_, err = aside.Write(data)
	if closed := aside.Close(); err == nil && closed == nil {
		err = os.Rename(aside.Name(), file)
	}
	if err != nil {
		_ = os.Remove(aside.Name())
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > lifetime {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// idSize is how much of a program the go command looks at for its build ID, which is a hash of all that the program is made of.
const idSize = 32 << 10

// buildOf tells builds of nactgen apart: by the modules that it is made of, by the build ID, and, should that have been left out, by size
// and time of the program. It is false where the program cannot be read.
func buildOf() (string, bool) {
	file, err := os.Executable()
	if err != nil {
		return "", false
	}
	program, err := os.Open(file)
	if err != nil {
		return "", false
	}
	defer program.Close()
	info, err := program.Stat()
	if err != nil {
		return "", false
	}
	head, err := io.ReadAll(io.LimitReader(program, idSize))
	modules, ok := debug.ReadBuildInfo()
	if err != nil || !ok {
		return "", false
	}
	return digest([]string{modules.String(), string(head), fmt.Sprint(info.Size(), info.ModTime().UnixNano())}), true
}

// digest is a checksum of texts, each with its length.
func digest(texts []string) string {
	sum := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(sum, "%d ", len(text))
		_, _ = io.WriteString(sum, text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
