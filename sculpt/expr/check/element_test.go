package check_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr/check"
)

func TestMeans(t *testing.T) {
	env, err := check.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"math": true, "int": true, "date": true, "inputs": true, "optional_type": true, "site": false, "size": false, "mat": false} {
		if got := env.Means(name); got != want {
			t.Errorf("%s means something: %t", name, got)
		}
	}
}
