package inputs

import "testing"

func TestConflictMarker(t *testing.T) {
	for text, want := range map[string]int{
		"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n": 0, "a: b\n<<<<<<< HEAD\nc": 5, "a\r\n>>>>>>>\r\nb": 3, "a\n>>>>>>> x": 2,
		"": -1, "a: b\n  <<<<<<< HEAD\n": -1, "text <<<<<<< x": -1, "a\n<<<<<<<<\n": -1, "a\n=======\nb": -1, "<<<<<<": -1,
	} {
		if got := ConflictMarker([]byte(text)); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}
