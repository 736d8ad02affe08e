// Package functions holds the functions that the tools of the clinic call.
package functions

import (
	"context"

	"github.com/nactgen/nactgen/examples/clinic/clinictools"
)

// New returns the functions, or why the service cannot start with them.
func New() (clinictools.Functions, error) { return functions{}, nil }

// functions implements [clinictools.Functions].
type functions struct{}

// prices is the price list: what a patient pays for a kind of visit, by the patient's insurance, in cents.
var prices = map[string]map[string]int64{
	"CHECKUP":     {"PUBLIC": 2500, "PRIVATE": 6000},
	"VACCINATION": {"PUBLIC": 0, "PRIVATE": 1850},
	"DENTAL":      {"PRIVATE": 9900},
}

// QuotePrice looks a price up.
func (functions) QuotePrice(_ context.Context, args clinictools.QuotePriceArgs) (*clinictools.QuotePriceResult, error) {
	cents, offered := prices[args.Kind][args.Plan]
	return &clinictools.QuotePriceResult{Offered: offered, Cents: cents}, nil
}
