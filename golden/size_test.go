package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/manifest"
)

// mostLines is how many lines of Go a line of a tool's section may come to, on the average of an example's tools. A section that
// says more in a line, such as pages for each element of a list, comes to more.
var mostLines = map[string]float64{"nws": 2.6, "clinic": 3.05}

// mostOnAverage is how many they may come to on the average of all examples.
const mostOnAverage = 2.8

// TestSize compares the sections of tools in the manifests of the examples, without their examples, with the files that
// come of them. With -v it prints the figures.
func TestSize(t *testing.T) {
	manifests, err := filepath.Glob(filepath.Join("..", "examples", "*", "nact.yaml"))
	if err != nil || len(manifests) == 0 {
		t.Fatalf("there are no examples: %v", err)
	}
	t.Logf("%-32s %8s %8s %8s %8s %8s", "tool", "section", "Go", "types", "sign.", "ratio")
	sum := 0.0
	for _, file := range manifests {
		example := filepath.Base(filepath.Dir(file))
		average := averageSize(t, file)
		t.Logf("%-32s %44.2f", example+", on the average", average)
		sum += average
		if most := mostLines[example]; average > most {
			t.Errorf("a line of the manifest of %s comes to %.2f lines of Go on the average, more than %.2f", example, average, most)
		}
	}
	if average := sum / float64(len(manifests)); average > mostOnAverage {
		t.Errorf("a line of the manifests of examples comes to %.2f lines of Go on the average, more than %.2f", average, mostOnAverage)
	}
}

// averageSize returns how many lines of Go a line of a tool's section comes to, on the average of a manifest's tools.
func averageSize(t *testing.T, file string) float64 {
	t.Helper()
	m, list := manifest.Read(file)
	if m == nil {
		t.Fatal(render(t, list))
	}
	lines := strings.Split(string(readFile(t, file)), "\n")
	sum := 0.0
	for i, tool := range m.Tools {
		end := len(lines)
		if i+1 < len(m.Tools) {
			end = m.Tools[i+1].Name.Pos.Line - 1
		}
		section := linesWithoutExamples(lines[tool.Name.Pos.Line-1 : end])
		s := measure(t, filepath.Join(filepath.Dir(file), filepath.FromSlash(m.Go.Dir.V), tool.Name.V+".go"))
		ratio := float64(s.all) / float64(section)
		t.Logf("%-32s %8d %8d %8d %8d %8.2f", tool.Name.V, section, s.all, s.types, s.signature, ratio)
		sum += ratio
	}
	return sum / float64(len(m.Tools))
}

// linesWithoutExamples counts the lines of a tool's section but for its examples and empty lines at the end.
func linesWithoutExamples(section []string) int {
	n, last, examples := 0, 0, false
	for _, line := range section {
		if key := strings.TrimLeft(line, " "); len(line)-len(key) == 4 && key != "" {
			examples = strings.HasPrefix(key, "examples:")
		}
		if examples {
			continue
		}
		if n++; strings.TrimSpace(line) != "" {
			last = n
		}
	}
	return last
}

// fileSize is how many lines a tool's file has: all, those of types and their values, those of its signature.
type fileSize struct{ all, types, signature int }

func measure(t *testing.T, file string) fileSize {
	t.Helper()
	source := readFile(t, file)
	s := fileSize{all: bytes.Count(source, []byte("\n"))}
	for _, d := range declarations(t, file, source) {
		lines := strings.Count(d.text, "\n")
		switch {
		case strings.HasSuffix(d.name, "Signature"):
			s.signature += lines
		case strings.Contains(d.text, "\ntype "), strings.Contains(d.text, "\nconst "):
			s.types += lines
		}
	}
	return s
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
