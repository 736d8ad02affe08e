package invocation

// GatedBy has tools that write run only while ready returns nil. It must not be called once there are any calls.
func (r *Runner) GatedBy(ready func() error) *Runner {
	r.ready = ready
	return r
}
