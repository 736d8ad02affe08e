package cel

import (
	"slices"
	"strings"
)

// Conversion turns a quantity into another unit: (x - Before) * Mul / Div + After. Mul and
// Div are whole numbers, so that 7 mm are 0.7 cm: a single factor 0.1 would be inexact.
type Conversion struct{ Before, Mul, Div, After float64 }

// Apply returns x in the other unit.
func (c Conversion) Apply(x float64) float64 {
	x = (x - c.Before) * c.Mul / c.Div
	if c.After == 0 {
		return x // -0 stays as it is
	}
	return x + c.After
}

// Convert is unit.convert(x, from, to): a quantity in another unit. Units that are
// unknown, or that measure different things, are an error.
func Convert(x float64, from, to string) (float64, error) {
	c, err := UnitConversion(from, to)
	if err != nil {
		return 0, err
	}
	return c.Apply(x), nil
}

// UnitConversion returns how to convert from one unit to another. It knows the names that [Units]
// returns, and others that upstreams use: "wmoUnit:km_h-1", "°C".
func UnitConversion(from, to string) (Conversion, error) {
	a, err := unitOf(from)
	if err != nil {
		return Conversion{}, err
	}
	b, err := unitOf(to)
	if err != nil {
		return Conversion{}, err
	}
	if a.measures != b.measures {
		return Conversion{}, publicError(a.name + " measures " + a.measures + ", and " + b.name + " " + b.measures)
	}
	mul, div := a.mul*b.div, a.div*b.mul
	divisor := commonDivisor(mul, div)
	c := Conversion{Before: a.zero, Mul: float64(mul / divisor), Div: float64(div / divisor), After: b.zero}
	if a == b {
		c.Before, c.After = 0, 0
	}
	return c, nil
}

func commonDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// unit is a unit of measure: x of it are (x - zero) * mul / div of the base unit.
type unit struct {
	name     string
	measures string
	mul, div int64
	zero     float64
	aliases  string // other names, separated by blanks
}

var units = []unit{
	{"degC", "temperature", 1, 1, 0, "°C C"},
	{"degF", "temperature", 5, 9, 32, "°F F"},
	{"K", "temperature", 1, 1, 273.15, ""},
	{"m", "length", 1, 1, 0, ""},
	{"mm", "length", 1, 1000, 0, ""},
	{"cm", "length", 1, 100, 0, ""},
	{"km", "length", 1000, 1, 0, ""},
	{"in", "length", 127, 5000, 0, "inch"},
	{"ft", "length", 381, 1250, 0, ""},
	{"yd", "length", 1143, 1250, 0, ""},
	{"mi", "length", 201168, 125, 0, ""},
	{"nmi", "length", 1852, 1, 0, ""},
	{"m/s", "speed", 1, 1, 0, "m_s-1 mps"},
	{"km/h", "speed", 5, 18, 0, "km_h-1 kmh kph"},
	{"mph", "speed", 1397, 3125, 0, "mp/h mi/h mi_h-1"},
	{"kn", "speed", 463, 900, 0, "kt"},
	{"kg", "weight", 1, 1, 0, ""},
	{"g", "weight", 1, 1000, 0, ""},
	{"mg", "weight", 1, 1000000, 0, ""},
	{"t", "weight", 1000, 1, 0, ""},
	{"lb", "weight", 45359237, 100000000, 0, ""},
	{"oz", "weight", 45359237, 1600000000, 0, ""},
	{"Pa", "pressure", 1, 1, 0, ""},
	{"hPa", "pressure", 100, 1, 0, "mbar mb"},
	{"kPa", "pressure", 1000, 1, 0, ""},
	{"bar", "pressure", 100000, 1, 0, ""},
	{"inHg", "pressure", 3386389, 1000, 0, ""},
}

// unitOf finds a unit by one of its names.
func unitOf(name string) (unit, error) {
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "wmoUnit:"), "unit:")
	for _, u := range units {
		if u.name == bare || slices.Contains(strings.Fields(u.aliases), bare) {
			return u, nil
		}
	}
	return unit{}, wrongText(name, "is no unit")
}

// Units returns the names of the units, in the order of their documentation.
func Units() []string {
	names := make([]string, len(units))
	for i, u := range units {
		names[i] = u.name
	}
	return names
}

// IsUnit reports whether [Convert] knows a unit of that name.
func IsUnit(name string) bool {
	_, err := unitOf(name)
	return err == nil
}
