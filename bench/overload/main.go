// Command overload measures what becomes of many callers whose upstream slows down tenfold for a while: of a generated tool without and with limits
// (concurrency and breaker in nact.yaml), and of the same by hand with net/http. Each of them, and the upstream, is a process.
//
//	go run ./bench/overload -callers 1000 -phase 10s
//
// It prints, for each part of the run, how many calls a second were answered well, the 99th percentile of how long those took, how many
// were refused (503) and failed (anything else); and at the end of the slow part how many callers waited for an answer, and what memory the
// service took beyond that of an idle one, for them and for the connections of all.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"time"
)

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate

func main() {
	log.SetFlags(0)
	if len(os.Args) == 4 && os.Args[1] == "role" {
		log.Fatal(play(os.Args[2], os.Args[3]))
	}
	callers := flag.Int("callers", 1000, "how many callers there are at one time")
	phase := flag.Duration("phase", 10*time.Second, "how long each of the three parts takes: as usual, slow, as usual again")
	flag.Parse()
	fmt.Printf("%d callers, each of which calls again when it has its answer, a second later if that is an error.\n", *callers)
	fmt.Printf("The upstream does %d calls at one time, of %v each; of %v in the slow part.\n\n", workers, usual, slow)
	fmt.Printf("%-18s %-9s %10s %10s %10s %10s %10s %10s\n", "", "part", "good/s", "p99", "refused/s", "failed/s", "waiting", "MiB")
	for _, subject := range subjects {
		if err := measure(subject, *callers, *phase); err != nil {
			log.Fatalf("%s: %v", subject.name, err)
		}
	}
}
