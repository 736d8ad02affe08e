//go:build unix

package bench

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// process plays a part in a measurement, apart from the others, so that its CPU time is known.
type process struct {
	addr  string // HOST:PORT
	ask   io.Writer
	lines *bufio.Scanner
}

// start starts a process and waits until it listens. Its log goes to a file, as that of a service does.
func start(tb testing.TB, role, upstream string) *process {
	tb.Helper()
	folder := tb.TempDir()
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		tb.Fatal(err)
	}
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), roleVariable+"="+role, upstreamVariable+"="+upstream, folderVariable+"="+folder)
	command.Stderr = log
	ask, err1 := command.StdinPipe()
	lines, err2 := command.StdoutPipe()
	if err1 != nil || err2 != nil {
		tb.Fatal(err1, err2)
	}
	if err := command.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		ask.Close()
		if err := command.Wait(); err != nil {
			tb.Error(role, err)
		}
		log.Close()
	})
	p := &process{ask: ask, lines: bufio.NewScanner(lines)}
	if p.lines.Scan() {
		p.addr, _ = strings.CutPrefix(p.lines.Text(), "listening on http://")
	}
	if p.addr == "" {
		tb.Fatalf("%s does not listen", role)
	}
	return p
}

// use is what a process has used so far.
type use struct {
	cpu     time.Duration
	objects int // that it has allocated
}

// use asks the process.
func (p *process) use(tb testing.TB) use {
	tb.Helper()
	if _, err := io.WriteString(p.ask, "?"); err != nil || !p.lines.Scan() {
		tb.Fatal("the process has ended", err, p.lines.Err())
	}
	var µs, objects int
	if _, err := fmt.Sscan(p.lines.Text(), &µs, &objects); err != nil {
		tb.Fatal(err)
	}
	return use{time.Duration(µs) * time.Microsecond, objects}
}
