package cel

// IsZone is date.isZone(text): whether a text is a time zone, as [Zone] takes it.
func IsZone(text string) bool {
	_, err := Zone(text)
	return err == nil
}
