package main

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDemoServesUntilInterrupted starts the demo, uses its service, and presses Ctrl-C.
func TestDemoServesUntilInterrupted(t *testing.T) {
	temp := t.TempDir()
	demo := exec.Command("nactgen", "demo") // TestMain has put it into PATH
	demo.Env = append(os.Environ(), "TMPDIR="+temp)
	var stderr bytes.Buffer
	demo.Stderr = &stderr
	stdout, err := demo.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	defer demo.Process.Kill() // without effect once it has ended

	var tools string
	lines := bufio.NewScanner(stdout)
	for lines.Scan() && !strings.Contains(lines.Text(), "nactgen demo --example nws --dir") {
		if url, ok := strings.CutPrefix(lines.Text(), "GET "); ok {
			tools = url
		}
	}
	resp, err := http.Get(tools)
	if err != nil {
		t.Fatalf("the demo does not serve: %v\n%s", err, &stderr)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("GET %s: %s", tools, resp.Status)
	}

	if err := demo.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // until it closes its output
	}
	if err := demo.Wait(); err != nil || stderr.Len() > 0 {
		t.Errorf("the demo ended with %v and printed %q", err, &stderr)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("the demo left %v behind (%v)", left, err)
	}
}
