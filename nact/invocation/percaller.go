package invocation

// PerCaller bounds what each caller takes of the service; nil: nothing does. It must not be called once there are any calls.
func (r *Runner) PerCaller(callers Callers) *Runner {
	r.callers = callers
	return r
}
