package expr

// Words returns the ids of the overloads of the manifest's functions.
func Words() []string {
	var ids []string
	for _, w := range words {
		ids = append(ids, w.id)
	}
	return ids
}

// ZoneNames returns the time zones that are suggested.
var ZoneNames = zoneNames
