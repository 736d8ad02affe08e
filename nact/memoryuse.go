package nact

// InUse returns how many bytes calls hold, and how many they may, and how many calls wait for some.
func (m *Memory) InUse() (used, limit int64, waiting int) {
	return 2*m.half - m.left.Load(), 2 * m.half, int(m.waiting.Load())
}
