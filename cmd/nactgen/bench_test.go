package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/internal/wholetest"
	"github.com/nactgen/nactgen/spec"
)

// cost is what processes took: whole ones, with their start.
type cost struct {
	cpu, wall time.Duration // cpu is of all processors, of the kernel too
	peak      int64         // bytes of memory, at the most; 0 where that cannot be known
}

func (c *cost) add(other cost) {
	c.cpu += other.cpu
	c.wall += other.wall
	c.peak = max(c.peak, other.peak)
}

// peakFile is the environment variable that names the file for what a measured process took of memory.
const peakFile = "NACTGEN_BENCH_PEAK"

// measured is the command as a process that notes its memory. What the kernel says of a process that has ended starts with the memory of
// the one that it was forked from, so that each has to look itself.
func measured() {
	code := run(os.Args, os.Stdout, os.Stderr)
	notePeak()
	os.Exit(code)
}

// notePeak writes the largest resident set of this process where peakFile says, if the system has it.
func notePeak() {
	if peak := peakOf("/proc/self/status"); peak > 0 {
		_ = os.WriteFile(os.Getenv(peakFile), fmt.Append(nil, peak), 0o666)
	}
}

// peakOf returns the largest resident set of a process, in bytes, by its status as Linux has it; 0 where there is none.
func peakOf(status string) int64 {
	text, err := os.ReadFile(status)
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte("VmHWM:"))
	kib := int64(0)
	_, _ = fmt.Sscan(string(rest), &kib) // 0 where it does not stand
	return kib << 10
}

// measure runs this test program in dir under a name that TestMain knows, and returns what that took.
func measure(b *testing.B, dir, name string, args ...string) cost {
	b.Helper()
	cmd := program(b, name, args...)
	peak := filepath.Join(filepath.Dir(cmd.Path), "peak")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), peakFile+"="+peak, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "HOME="+dir)
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	c := cost{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if text, err := os.ReadFile(peak); err == nil {
		if c.peak, err = strconv.ParseInt(string(text), 10, 64); err != nil {
			b.Fatal(err)
		}
	}
	return c
}

// service lays a published document and a manifest of some of its operations in a folder. goKeys are keys of the manifest's mapping go.
func service(b *testing.B, document, goKeys string, choose func([]*spec.Operation) []*spec.Operation) (dir, file string) {
	b.Helper()
	dir = b.TempDir()
	file = testmode.Unpacked(b, testmode.Published(b, "large/"+document+".json.gz"), dir)
	text := wholetest.Manifest(filepath.Base(file), goKeys, choose(wholetest.Operations(b, file)), "")
	for name, content := range map[string]string{"nact.yaml": text, "go.mod": "module example.com/corpus\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir, file
}

// spread chooses operations that read and answer JSON, n of them from all over the document.
func spread(n int) func([]*spec.Operation) []*spec.Operation {
	return func(all []*spec.Operation) []*spec.Operation {
		var reads, chosen []*spec.Operation
		for _, op := range all {
			if op.Method == "GET" && wholetest.AnswersJSON(op) {
				reads = append(reads, op)
			}
		}
		for i := range n {
			chosen = append(chosen, reads[i*len(reads)/n])
		}
		return chosen
	}
}

// each chooses every step-th of the first thousand operations.
func each(step int) func([]*spec.Operation) []*spec.Operation {
	return func(all []*spec.Operation) []*spec.Operation {
		var chosen []*spec.Operation
		for i := 0; i < 1000; i += step {
			chosen = append(chosen, all[i])
		}
		return chosen
	}
}

// BenchmarkGenerate generates from ten operations of large documents, each of whose answers is handed on as a whole, in turns with reading
// and indexing the document.
func BenchmarkGenerate(b *testing.B) {
	for _, document := range []string{"github", "stripe"} {
		b.Run(document, func(b *testing.B) {
			dir, file := service(b, document, "runtime: import", spread(10))
			compareWithIndex(b, dir, file, "generate", func() { discard(b, dir) })
		})
	}
}

// BenchmarkLint checks a manifest of one tool, as an editor does, in turns with reading and indexing its document.
func BenchmarkLint(b *testing.B) {
	dir, file := service(b, "github", "runtime: import", spread(1))
	compareWithIndex(b, dir, file, "lint", func() {})
}

// compareWithIndex runs a command in dir, and the index of the document, each time after what has to be done before.
func compareWithIndex(b *testing.B, dir, file, command string, before func()) {
	var ours, reading cost
	for b.Loop() {
		before()
		ours.add(measure(b, dir, "measured", command))
		reading.add(measure(b, dir, "index", file))
	}
	reportCost(b, ours)
	b.ReportMetric(ours.cpu.Seconds()/reading.cpu.Seconds(), "x-index")
	if reading.peak > 0 {
		b.ReportMetric(float64(ours.peak)/float64(reading.peak), "x-index-memory")
	}
}

// BenchmarkGenerateAgain generates what was generated before, in turns with generating it for the first time.
func BenchmarkGenerateAgain(b *testing.B) {
	dir, _ := service(b, "github", "runtime: import", spread(10))
	var once, again cost
	for b.Loop() {
		discard(b, dir)
		once.add(measure(b, dir, "measured", "generate"))
		again.add(measure(b, dir, "measured", "generate"))
	}
	reportCost(b, again)
	b.ReportMetric(again.cpu.Seconds()/once.cpu.Seconds(), "x-first")
}

// BenchmarkGenerateMany generates from 1,000 operations, in turns with 250 of them: what is linear takes four times as much.
func BenchmarkGenerateMany(b *testing.B) {
	many, _ := service(b, "github", "runtime: import", each(1))
	fewer, _ := service(b, "github", "runtime: import", each(4))
	var thousand, quarter cost
	for b.Loop() {
		discard(b, many)
		discard(b, fewer)
		thousand.add(measure(b, many, "measured", "generate"))
		quarter.add(measure(b, fewer, "measured", "generate"))
	}
	reportCost(b, thousand)
	b.ReportMetric(thousand.cpu.Seconds()/quarter.cpu.Seconds(), "x-250-tools")
}

// BenchmarkBuildMany compiles what 1,000 operations come to, with the copy of the run-time library and nothing of it in the build cache.
func BenchmarkBuildMany(b *testing.B) {
	testmode.Long(b, "compiles 1,000 tools")
	var built cost
	for b.Loop() {
		built.add(buildMany(b, thousandTools(b)))
	}
	reportCost(b, built)
}

// BenchmarkStartMany starts the service of 1,000 tools, and stops the time when it says where it listens.
func BenchmarkStartMany(b *testing.B) {
	testmode.Long(b, "compiles 1,000 tools")
	dir := thousandTools(b)
	buildMany(b, dir)
	file := filepath.Join(dir, "out", "corpus")
	var started cost
	for b.Loop() {
		started.add(startUp(b, file))
	}
	reportCost(b, started)
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/(1<<20), "program-MiB")
}

// thousandTools generates a module whose packages the go command has never seen, and returns the folder of the manifest.
func thousandTools(b *testing.B) string {
	dir, _ := service(b, "github", fmt.Sprintf("module: example.com/corpus%d", time.Now().UnixNano()), each(1))
	measure(b, dir, "measured", "generate")
	return dir
}

// buildMany compiles the program of a service, as its Dockerfile does.
func buildMany(b *testing.B, dir string) cost {
	b.Helper()
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s", "-o", "corpus", "./cmd/corpus")
	cmd.Dir = filepath.Join(dir, "out")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return cost{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
}

// startUp starts a service and ends it when it listens.
func startUp(b *testing.B, program string) cost {
	b.Helper()
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "NACT_ADDR=127.0.0.1:0")
	lines, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	line, err := bufio.NewReader(lines).ReadString('\n')
	c := cost{wall: time.Since(start), peak: peakOf(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))}
	if err != nil || !strings.HasPrefix(line, "listening on ") {
		b.Fatalf("%q, %v", line, err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return c
}

// reportCost gives what a process took, instead of what the benchmark did.
func reportCost(b *testing.B, c cost) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(c.wall.Seconds()*1000/float64(b.N), "ms")
	b.ReportMetric(c.cpu.Seconds()*1000/float64(b.N), "cpu-ms")
	if c.peak > 0 {
		b.ReportMetric(float64(c.peak)/(1<<20), "peak-MiB")
	}
}

// discard removes what was generated, and what is remembered of it.
func discard(b *testing.B, dir string) {
	b.Helper()
	for _, folder := range []string{"out", "cache"} {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			b.Fatal(err)
		}
	}
}
