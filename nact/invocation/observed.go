package invocation

import "github.com/nactgen/nactgen/nact"

// ObservedBy has the runner tell an observer of the calls that come through the faces of its service; nil: nobody. It must not be called once there are any.
func (r *Runner) ObservedBy(observer nact.Observer) *Runner {
	r.observer = observer
	return r
}
