package flowtools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

const (
	listed  = 10 // how many items the shop lists
	pages   = 5  // how many pages the list of its orders has
	perPage = 20 // how many orders a page has
)

// shopAnswer is what the shop answers for a path and a query.
func shopAnswer(path, query string) string {
	if path == "/orders" {
		return ordersAnswer(query)
	}
	if id, isItem := strings.CutPrefix(path, "/items/"); isItem {
		number := 0
		fmt.Sscan(id, &number)
		return fmt.Sprintf(`{"price": %d, "next": %d}`, number*10, number+1)
	}
	var items []string
	for i := range listed {
		items = append(items, fmt.Sprintf(`{"id": %d}`, i))
	}
	return `{"items": [` + strings.Join(items, ", ") + `]}`
}

// ordersAnswer is a page of the orders, which come to 0, 10, 20 and so on. The cursor of the page n is "page-n".
func ordersAnswer(query string) string {
	page := 1
	fmt.Sscanf(query, "cursor=page-%d", &page)
	var orders []string
	for i := range perPage {
		number := (page-1)*perPage + i
		orders = append(orders, fmt.Sprintf(`{"number": %d, "total": %d}`, number, number*10))
	}
	next := ""
	if page < pages {
		next = fmt.Sprintf(`, "next": "page-%d"`, page+1)
	}
	return `{"orders": [` + strings.Join(orders, ", ") + `]` + next + `}`
}

// memory answers as the shop does, without a network, whose noise would hide what is measured.
type memory map[string]string // by path?query

func newMemory() memory {
	m := memory{"/items?": shopAnswer("/items", ""), "/orders?": shopAnswer("/orders", "")}
	for i := range 3 * listed {
		path := fmt.Sprintf("/items/%d", i)
		m[path+"?"] = shopAnswer(path, "")
	}
	for i := range pages {
		query := fmt.Sprintf("cursor=page-%d", i+1)
		m["/orders?"+query] = shopAnswer("/orders", query)
	}
	return m
}

// RoundTrip implements [http.RoundTripper].
func (m memory) RoundTrip(r *http.Request) (*http.Response, error) {
	body := m[r.URL.Path+"?"+r.URL.RawQuery]
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

// pair is a generated method and one that does the same, written by hand.
type pair struct {
	name              string
	generated, byHand func(ctx context.Context) (int64, error)
}

// third is the amount of an order on the third page.
const third = 10 * (2*perPage + perPage/2)

func pairs(s *Service) []pair {
	return []pair{
		{"one after the other", func(ctx context.Context) (int64, error) {
			out, err := s.FollowItems(ctx, FollowItemsInput{ID: 1})
			return out.Price, err
		}, func(ctx context.Context) (int64, error) {
			out, err := s.byHandFollow(ctx, FollowItemsInput{ID: 1})
			return out.Price, err
		}},
		{"at the same time", func(ctx context.Context) (int64, error) {
			out, err := s.CompareItems(ctx, CompareItemsInput{ID: 1})
			return out.Price, err
		}, func(ctx context.Context) (int64, error) {
			out, err := s.byHandCompare(ctx, CompareItemsInput{ID: 1})
			return out.Price, err
		}},
		{"for each", func(ctx context.Context) (int64, error) {
			out, err := s.CheckItems(ctx, CheckItemsInput{})
			return out.Cheap, err
		}, func(ctx context.Context) (int64, error) {
			out, err := s.byHandCheck(ctx)
			return out.Cheap, err
		}},
		{"for each, four at the same time", func(ctx context.Context) (int64, error) {
			out, err := s.CheckItemsAtOnce(ctx, CheckItemsAtOnceInput{})
			return out.Cheap, err
		}, func(ctx context.Context) (int64, error) {
			out, err := s.byHandCheckAtOnce(ctx)
			return out.Cheap, err
		}},
		{"all pages", func(ctx context.Context) (int64, error) {
			out, err := s.ListOrders(ctx, ListOrdersInput{})
			return int64(len(out.Orders)), err
		}, func(ctx context.Context) (int64, error) {
			out, err := s.byHandList(ctx)
			return int64(len(out.Orders)), err
		}},
		{"pages until it is found", func(ctx context.Context) (int64, error) {
			out, err := s.FindOrder(ctx, FindOrderInput{Amount: third})
			return out.Number.Value, err
		}, func(ctx context.Context) (int64, error) {
			out, err := s.byHandFind(ctx, FindOrderInput{Amount: third})
			return out.Number.Value, err
		}},
	}
}

func newService(t testing.TB, config Config) *Service {
	t.Helper()
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// BenchmarkSteps measures generated methods beside the same written by hand.
func BenchmarkSteps(b *testing.B) {
	for _, p := range pairs(newService(b, Config{Transport: newMemory()})) {
		for _, c := range []struct {
			name string
			run  func(context.Context) (int64, error)
		}{{"generated", p.generated}, {"by hand", p.byHand}} {
			b.Run(p.name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := c.run(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestCallerLeaves holds that a call ends when its caller leaves, at whatever step it is: no request goes out after that, and no
// goroutine is left.
func TestCallerLeaves(t *testing.T) {
	for n, want := range map[string]int{
		"one after the other": 1, "at the same time": 3, "for each": 1, "for each, four at the same time": 4, "all pages": 1, "pages until it is found": 1,
	} {
		t.Run(n, func(t *testing.T) {
			arrived := make(chan struct{}, 100)
			var requests atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.RequestURI() == "/items" || r.URL.RequestURI() == "/orders" { // the list, or its first page
					w.Header().Set("Content-Type", "application/json")
					_, _ = io.WriteString(w, shopAnswer(r.URL.Path, ""))
					return
				}
				requests.Add(1)
				arrived <- struct{}{}
				<-r.Context().Done()
			}))
			defer server.Close()
			s := newService(t, Config{Upstreams: map[string]string{"shop": server.URL}})
			ctx, leave := context.WithCancel(t.Context())
			done := make(chan error)
			for _, p := range pairs(s) {
				if p.name == n {
					go func() { _, err := p.generated(ctx); done <- err }()
				}
			}
			for range want {
				<-arrived
			}
			leave()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("the call ended with %v", err)
			}
			if got := int(requests.Load()); got != want {
				t.Errorf("%d requests, want %d", got, want)
			}
			if left := goroutines("flowtools.(*Service)"); left != "" {
				t.Errorf("a goroutine is left:\n%s", left)
			}
		})
	}
}

// goroutines returns the stacks of those goroutines that run, or were started by, what text names.
func goroutines(text string) string {
	buffer := make([]byte, 1<<20)
	var list []string
	for _, stack := range strings.Split(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
		if strings.Contains(stack, text) {
			list = append(list, stack)
		}
	}
	return strings.Join(list, "\n\n")
}
