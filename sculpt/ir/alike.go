package ir

// Alike reports whether two types are the same by structure: objects are if they have the same fields of the same types, and no
// members that they do not declare.
func Alike(a, b *Type) bool { return sameStructure(a, b, map[[2]*ObjectType]bool{}) }

// sameFields reports whether two objects have the same fields of the same types. seen are the pairs that are being compared: objects may
// contain themselves.
func sameFields(a, b *ObjectType, seen map[[2]*ObjectType]bool) bool {
	pair := [2]*ObjectType{a, b}
	if a == b || seen[pair] {
		return true
	}
	seen[pair] = true
	if len(a.Fields()) != len(b.Fields()) || a.Open() != nil || b.Open() != nil {
		return false
	}
	for _, f := range a.Fields() {
		other := b.Field(f.Name)
		if other == nil || !sameStructure(f.Type, other.Type, seen) {
			return false
		}
	}
	return true
}

// sameStructure is [Same] for types in which objects count by their fields.
func sameStructure(a, b *Type, seen map[[2]*ObjectType]bool) bool {
	switch {
	case a == nil || b == nil:
		return a == b
	case a.Kind != b.Kind || a.Nullable != b.Nullable || a.Enum != b.Enum:
		return false
	case a.Kind == Object && !sameFields(a.Object, b.Object, seen):
		return false
	}
	return sameStructure(a.Key, b.Key, seen) && sameStructure(a.Elem, b.Elem, seen)
}
