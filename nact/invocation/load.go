package invocation

// Load is what the invocations of a service take of what they may.
type Load struct {
	Running, Places     int   // invocations that run, and that may
	Waiting             int   // of those beyond that, for a place or for memory
	Memory, MemoryLimit int64 // that they hold of what upstreams answer, and that they may, in bytes
}

// Load returns the load of the moment.
func (r *Runner) Load() Load {
	used, limit, waiting := r.memory.InUse()
	return Load{Running: len(r.places), Places: r.max, Waiting: int(r.waiting.Load()) + waiting, Memory: used, MemoryLimit: limit}
}
