package lower

import (
	"strings"
	"testing"
	"time"
)

// TestSuggestedZonesExist holds the list of time zones against the database.
func TestSuggestedZonesExist(t *testing.T) {
	for name := range strings.FieldsSeq(zoneNames) {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
	}
}
