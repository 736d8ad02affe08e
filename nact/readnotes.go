package nact

// size is about what the answer takes up, in bytes.
func (r Read) size() int {
	size := len(r.Body)
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	return size
}

// readNote is a call that changes nothing, and its answer.
type readNote struct {
	Request string `json:"request"`
	Answer  Read   `json:"answer"`
}

// mostRead is how much is noted of answers, in bytes. They are saved with every write.
const mostRead = 256 << 10

// Recall is that of [Reads].
func (i *Idempotency) Recall(request string) (Read, bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	nth := i.recalled[request]
	for _, note := range i.notes.Reads {
		if note.Request != request {
			continue
		}
		if nth == 0 {
			i.recalled[request]++
			return note.Answer, true
		}
		nth--
	}
	return Read{}, false
}

// Remember is that of [Reads].
func (i *Idempotency) Remember(request string, answer Read) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.read += answer.size(); i.read > mostRead {
		return
	}
	i.recalled[request]++
	i.notes.Reads = append(i.notes.Reads, readNote{request, answer})
}
