package nact

import "context"

// Reads are answers of upstreams that one run of an invocation with a key hands on to the next. A write that may have been carried out
// has to be repeated as it was, and so to be made from the same answers. They may be used by several goroutines at the same time.
type Reads interface {
	// Recall returns the answer to a request that an earlier run had before a write that may stand. A request that is sent several
	// times gets its answers in their order.
	Recall(request string) (Read, bool)

	// Remember notes the answer to a request. It is saved ahead of the next write. The caller must not change it.
	Remember(request string, answer Read)
}

// ReadsOf returns the answers of the invocation that ctx is of, or nil if it has no key or its tool only reads.
func ReadsOf(ctx context.Context) Reads {
	reads, _ := ctx.Value(idempotencyKey{}).(Reads)
	return reads
}

// idempotencyKey is the key of an [Idempotency] in a context.
type idempotencyKey struct{}

// Read is what an upstream answered to a call that changes nothing.
type Read struct {
	Status int64               `json:"status"`
	Header map[string][]string `json:"header,omitempty"`
	Body   []byte              `json:"body,omitempty"` // what was read of it
}
