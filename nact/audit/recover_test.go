package audit

import (
	"bytes"
	"errors"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// disk takes so many bytes, and then none.
type disk struct {
	room int
	text bytes.Buffer
}

func (d *disk) Write(b []byte) (int, error) {
	n := min(len(b), d.room)
	d.room -= n
	d.text.Write(b[:n])
	if n < len(b) {
		return n, errors.New("no space left")
	}
	return n, nil
}

// What could not be written is written once there is room, in one piece, and then calls may write again.
func TestDiskThatRecovers(t *testing.T) {
	small, full := &disk{room: 20}, new(disk)
	full.room = 1 << 20
	l, err := Open(t.TempDir()+"/audit", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.file.(interface{ Close() error }).Close()
	l.file = full
	tool := &nact.Tool{Writes: true, Versions: []nact.Signature{{Name: "book", Version: 1}}}
	call := func() {
		_, ended := l.Call(t.Context(), nact.Called{Face: "nact", Tool: tool, Signature: tool.Current()})
		ended(nact.Ending{Outcome: nact.Succeeded, Changes: nact.Writes{{Step: "visit", State: nact.Done}}})
	}
	call()
	line := full.text.Len()
	l.file = small
	call()
	if l.Ready() == nil || small.text.Len() != 20 {
		t.Errorf("it is full, and has %q", &small.text)
	}
	small.room = 1 << 20
	if err := l.Ready(); err != nil {
		t.Error(err)
	}
	call()
	if got := small.text.Bytes(); bytes.Count(got, []byte("\n")) != 2 || bytes.Count(got, []byte(`{"time":`)) != 2 || len(got) < 2*line-20 {
		t.Errorf("got %s", got)
	}
}
