package upstream

import (
	"container/list"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func newStore(limit int64) *cacheStore {
	return &cacheStore{limit: limit, resources: make(map[digest]map[digest]*list.Element)}
}

// TestStore holds the store to a list of what it should have, over random sequences.
func TestStore(t *testing.T) {
	type held struct {
		key   cacheKey
		entry *entry
	}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		store := newStore(10_000)
		var model []held // the one used last at the end
		used := func() (sum int64) {
			for _, h := range model {
				sum += h.entry.memory()
			}
			return sum
		}
		remove := func(gone func(held) bool) { model = slices.DeleteFunc(model, gone) }
		for step := range 500 {
			key := cacheKey{digest{byte(random.IntN(4))}, digest{byte(random.IntN(4))}}
			at := slices.IndexFunc(model, func(h held) bool { return h.key == key })
			switch random.IntN(8) {
			case 0, 1, 2:
				e := &entry{body: make([]byte, random.IntN(4000)), header: http.Header{"X": {strings.Repeat("x", random.IntN(100))}}}
				if random.IntN(20) == 0 {
					e.body = make([]byte, 20_000)
				}
				store.put(key, e)
				remove(func(h held) bool { return h.key == key })
				if e.memory() > store.limit {
					break
				}
				for used()+e.memory() > store.limit {
					model = model[1:]
				}
				model = append(model, held{key, e})
			case 3:
				store.dropAll(key.resource)
				remove(func(h held) bool { return h.key.resource == key.resource })
			case 4:
				store.drop(key, new(entry)) // which it has not
				if at >= 0 {
					store.drop(key, model[at].entry)
					model = slices.Delete(model, at, at+1)
				}
			default:
				got := store.get(key)
				if at < 0 {
					if got != nil {
						t.Fatalf("seed %d, step %d: there is an entry that should not be", seed, step)
					}
					break
				}
				if got != model[at].entry {
					t.Fatalf("seed %d, step %d: got %v", seed, step, got)
				}
				model = append(slices.Delete(model, at, at+1), held{key, got})
			}
			if store.used != used() || store.used > store.limit || store.order.Len() != len(model) {
				t.Fatalf("seed %d, step %d: %d bytes of %d entries, want %d of %d", seed, step, store.used, store.order.Len(), used(), len(model))
			}
		}
	}
}

// TestHeadersCount: an answer without a body takes room as well.
func TestHeadersCount(t *testing.T) {
	server := newCountingServer(t, numbered("X-Long: "+strings.Repeat("x", 3000)))
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(9000), Caching: KeepFor(1 << 40)})
	for i := range 3 {
		wantNumber(t, client, get(fmt.Sprint("/", i)), int64(i+1))
	}
	wantNumber(t, client, get("/2"), 3)
	wantNumber(t, client, get("/1"), 2)
	wantNumber(t, client, get("/0"), 4)
	wantNumber(t, client, get("/1"), 2)
	wantNumber(t, client, get("/2"), 5)
}

// TestKeptMemory: what the store counts is about what entries take. 2,000 entries of 1 KiB are measured.
func TestKeptMemory(t *testing.T) {
	const entries = 2000
	store := newStore(1 << 30)
	before := heap()
	for i := range entries {
		header := make(http.Header)
		for n := range 10 {
			header.Set(fmt.Sprint("X-Header-", n), fmt.Sprint("value ", n, " of ", i))
		}
		store.put(cacheKey{digest{byte(i), byte(i >> 8)}, digest{1}}, &entry{status: 200, header: header, body: make([]byte, 1024)})
	}
	taken := int64(heap() - before)
	if store.used < taken*8/10 || store.used > taken*2 {
		t.Errorf("%d bytes are taken, and %d counted", taken, store.used)
	}
	if store.order.Len() != entries {
		t.Error("entries are gone")
	}
}

// heap is how many bytes of memory are in use.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
