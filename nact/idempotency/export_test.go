package idempotency

// Held returns how many entries there are, what they take up, and what is counted.
func (m *Memory) Held() (entries, bytes, counted int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries {
		bytes += e.size()
	}
	return m.order.Len(), bytes, m.bytes
}
