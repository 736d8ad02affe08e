package runtimecopy

// reach is the part of the library that a service needs, as far as it is known.
type reach struct {
	library *library
	files   map[*file]bool
	methods map[string]bool // names of methods that may be called on values of any type
	added   []*file         // files whose own needs are still to be added
}

// reachOf returns the part of the library that the uses of a service need.
func reachOf(l *library, u *uses) *reach {
	r := &reach{library: l, files: make(map[*file]bool), methods: u.methods()}
	for f := range u.files {
		r.add(f)
	}
	r.close()
	return r
}

func (r *reach) add(f *file) {
	if f != nil && !r.files[f] {
		r.files[f] = true
		r.added = append(r.added, f)
	}
}

// close adds what the added files need, until nothing is missing.
func (r *reach) close() {
	for len(r.added) > 0 {
		f := r.added[len(r.added)-1]
		r.added = r.added[:len(r.added)-1]
		for _, needed := range f.needs {
			r.add(needed)
		}
		for _, name := range f.interfaces {
			r.methods[name] = true
		}
		for _, sibling := range r.library.packages[f.folder()].files {
			if sibling.always {
				r.add(sibling)
			}
		}
		if len(r.added) == 0 {
			r.addMethods()
		}
	}
}

// addMethods adds the methods of reached types that are in other files and may be called.
func (r *reach) addMethods() {
	for _, m := range r.library.detached {
		if r.files[m.receiver] && r.methods[m.name] {
			r.add(m.file)
		}
	}
}
