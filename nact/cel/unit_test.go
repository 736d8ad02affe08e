package cel_test

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

func TestConvert(t *testing.T) {
	for _, tt := range []struct {
		x        float64
		from, to string
		want     float64
	}{
		{100, "degC", "degF", 212},
		{-40, "degF", "degC", -40},
		{21.1, "°C", "°F", 69.98},
		{0, "K", "degC", -273.15},
		{32, "F", "K", 273.15},
		{7, "mm", "cm", 0.7},
		{1, "mi", "ft", 5280},
		{1, "in", "mm", 25.4},
		{1, "nmi", "km", 1.852},
		{90, "km/h", "m/s", 25},
		{10, "wmoUnit:km_h-1", "mp/h", 6.2137119223733395},
		{1, "mph", "km/h", 1.609344},
		{1, "kt", "km/h", 1.852},
		{1, "lb", "oz", 16},
		{1, "lb", "kg", 0.45359237},
		{101325, "wmoUnit:Pa", "hPa", 1013.25},
		{1013.25, "mbar", "inHg", 29.921252401894762},
		{12.34, "K", "K", 12.34},
	} {
		if got, err := cel.Convert(tt.x, tt.from, tt.to); err != nil || got != tt.want {
			t.Errorf("%v %s are %v %s, error %v; want %v", tt.x, tt.from, got, tt.to, err, tt.want)
		}
	}
	_, err := cel.Convert(1, "m", "kg")
	wantError(t, err, "m measures length, and kg weight")
	_, err = cel.Convert(1, "wmoUnit:furlong", "m")
	wantError(t, err, `"wmoUnit:furlong" is no unit`)
}

// TestConversionsAreNear holds every conversion against rational arithmetic.
func TestConversionsAreNear(t *testing.T) {
	for _, from := range cel.Units() {
		for _, to := range cel.Units() {
			c, err := cel.UnitConversion(from, to)
			if err != nil {
				continue
			}
			for _, x := range []float64{0, 1, -1, 0.1, 12.3, 98.6, 1013.25, 1e6, -459.67} {
				exact := rational(x)
				exact.Sub(exact, rational(c.Before)).Mul(exact, rational(c.Mul)).Quo(exact, rational(c.Div)).Add(exact, rational(c.After))
				want, _ := exact.Float64()
				if got := c.Apply(x); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("%v %s are %v %s, exactly %v", x, from, got, to, want)
				}
				there, _ := cel.Convert(x, from, to)
				if back, err := cel.Convert(there, to, from); err != nil || math.Abs(back-x) > 1e-9*(1+math.Abs(x)) {
					t.Errorf("%v %s come back from %s as %v, error %v", x, from, to, back, err)
				}
			}
		}
	}
}

// rational is the decimal number that x prints as.
func rational(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}

func TestMoneyDecimal(t *testing.T) {
	for _, tt := range []struct {
		minor    int64
		currency string
		want     string
	}{
		{1999, "USD", "19.99"},
		{1999, "jpy", "1999"},
		{1999, "KWD", "1.999"},
		{5, "EUR", "0.05"},
		{-5, "EUR", "-0.05"},
		{-100, "EUR", "-1.00"},
		{0, "CLF", "0.0000"},
		{math.MinInt64, "USD", "-92233720368547758.08"},
	} {
		got, err := cel.MoneyDecimal(tt.minor, tt.currency)
		wantText(t, got, err, tt.want)
	}
	_, err := cel.MoneyDecimal(1, "USX")
	wantError(t, err, `"USX" is no currency of ISO 4217`)
}

func TestCurrenciesStandOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, code := range cel.Currencies() {
		if len(code) != 3 || seen[code] {
			t.Errorf("%s stands twice, or is no code", code)
		}
		seen[code] = true
	}
}
