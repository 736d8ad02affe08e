package cel

// The operators of float64 as functions, for operands that are constants: Go
// computes constant expressions exactly and refuses 1.0/0.0, where CEL rounds
// and answers +infinity; Go's constant -0.0 is not negative. The conversions
// round each result, so that Go may not fuse two operations into one.

// AddFloat returns a + b.
func AddFloat(a, b float64) float64 { return float64(a + b) }

// SubFloat returns a - b.
func SubFloat(a, b float64) float64 { return float64(a - b) }

// MulFloat returns a * b. It also serves variables whose product is added to
// something, which some processors would otherwise do in one, less rounded step.
func MulFloat(a, b float64) float64 { return float64(a * b) }

// DivFloat returns a / b, infinite or NaN if b is zero.
func DivFloat(a, b float64) float64 { return float64(a / b) }

// NegFloat returns -a, also for the two zeros.
func NegFloat(a float64) float64 { return -a }
