package access

import "testing"

func TestChecked(t *testing.T) {
	if ctx := t.Context(); Checked(ctx) || !Checked(WithChecked(ctx)) {
		t.Error("a context is checked if somebody has said so")
	}
}
