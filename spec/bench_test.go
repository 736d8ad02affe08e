package spec_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/spec"
)

// tenOperations opens a document and resolves ten operations spread over it.
func tenOperations(b *testing.B, path string) {
	doc, err := spec.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	all := doc.Operations()
	var some []spec.Entry
	for i := range 10 {
		some = append(some, all[i*len(all)/10])
	}
	if _, err := doc.Resolve(some...); err != nil {
		b.Fatal(err)
	}
}

// readAndValidate is the least that anybody could do with a JSON document.
func readAndValidate(b *testing.B, path string) {
	data, err := os.ReadFile(path)
	if err != nil || !json.Valid(data) {
		b.Fatal("not JSON", err)
	}
}

// benchmarkAgainstReading reports the time of tenOperations beside its ratio to
// that of reading the file and checking that it is JSON, in turns.
func benchmarkAgainstReading(b *testing.B, name string) {
	path := testmode.Unpacked(b, testmode.Published(b, "large/"+name), "")
	var ours, reading time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		tenOperations(b, path)
		ours += time.Since(start)
		b.StopTimer()
		start = time.Now()
		readAndValidate(b, path)
		reading += time.Since(start)
		b.StartTimer()
	}
	b.ReportMetric(float64(ours)/float64(reading), "x-reading")
}

func BenchmarkGitHubTenOperations(b *testing.B) { benchmarkAgainstReading(b, "github.json.gz") }

func BenchmarkStripeTenOperations(b *testing.B) { benchmarkAgainstReading(b, "stripe.json.gz") }
