package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// measure runs a subject through the three parts, and prints what became of its callers in each.
func measure(s subject, callers int, phase time.Duration) error {
	upstream, err := start("upstream", "-")
	if err != nil {
		return err
	}
	defer upstream.end()
	service, err := start(s.role, upstream.url)
	if err != nil {
		return err
	}
	defer service.end()
	idle, err := service.memory()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	crowd := newCrowd(service.url+s.path, s.tool)
	crowd.begin(ctx, callers)
	defer crowd.wait()
	defer cancel()
	for i, part := range []string{"usual", "slow", "after"} {
		if err := slowDown(upstream.url, []time.Duration{usual, slow, usual}[i]); err != nil {
			return err
		}
		crowd.turn()
		time.Sleep(phase)
		outcome, waiting := crowd.turn(), crowd.waiting.Load()
		memory, unanswered := "", ""
		if part == "slow" {
			used, err := service.memory()
			if err != nil {
				return err
			}
			memory, unanswered = fmt.Sprintf("%.0f", float64(used-idle)/(1<<20)), fmt.Sprint(waiting)
		}
		seconds := phase.Seconds()
		fmt.Printf("%-18s %-9s %10.0f %10v %10.0f %10.0f %10s %10s\n", s.name, part, float64(len(outcome.good))/seconds, percentile(outcome.good, 99).Round(time.Millisecond),
			float64(outcome.refused)/seconds, float64(outcome.failed)/seconds, unanswered, memory)
	}
	return nil
}

// slowDown has the upstream take so long for a call.
func slowDown(base string, takes time.Duration) error {
	request, err := http.NewRequest(http.MethodPut, base, strings.NewReader(takes.String()))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// outcome is what became of calls.
type outcome struct {
	good            []time.Duration // how long those took that were answered well
	refused, failed int
}

// percentile returns the duration that so many of a hundred do not exceed; 0 if there is none.
func percentile(durations []time.Duration, percent int) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	slices.Sort(durations)
	return durations[(len(durations)*percent+99)/100-1]
}

// crowd is many callers.
type crowd struct {
	url     string
	body    string
	client  *http.Client
	all     sync.WaitGroup
	waiting atomic.Int64 // callers whose call is not answered

	mu  sync.Mutex
	now outcome
}

func newCrowd(url, tool string) *crowd {
	return &crowd{url: url, body: `{"name":"` + tool + `","input_parameters":[]}`, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1 << 20, MaxIdleConns: 1 << 20}, Timeout: 10 * time.Second}}
}

// begin has callers call until ctx is done, the first time within a second.
func (c *crowd) begin(ctx context.Context, callers int) {
	for range callers {
		c.all.Go(func() {
			for pause(ctx, rand.N(time.Second)); ctx.Err() == nil; {
				if !c.call(ctx) {
					pause(ctx, time.Second+rand.N(time.Second/2)) // as Retry-After asks for
				}
			}
		})
	}
}

func (c *crowd) wait() { c.all.Wait() }

// turn returns what has become of calls since it was called last.
func (c *crowd) turn() outcome {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.now
	c.now = outcome{}
	return was
}

// call makes a call, and reports whether it was answered well.
func (c *crowd) call(ctx context.Context) bool {
	c.waiting.Add(1)
	defer c.waiting.Add(-1)
	start := time.Now()
	status := c.status(ctx)
	took := time.Since(start)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch status {
	case http.StatusOK:
		c.now.good = append(c.now.good, took)
	case http.StatusServiceUnavailable:
		c.now.refused++
	default:
		c.now.failed++
	}
	return status == http.StatusOK
}

// status is that of the answer; 0: there is none.
func (c *crowd) status(ctx context.Context) int {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, strings.NewReader(c.body))
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.client.Do(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0
	}
	return response.StatusCode
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
