package cel

import (
	"slices"
	"strconv"
	"strings"
)

// MoneyDecimal is money.decimal(minor, currency): an amount in the minor unit of a
// currency (cents) as a decimal number of the currency itself, with all the decimals that
// ISO 4217 gives it: 1999 and "USD" are "19.99", and "1999" with "JPY". The case of the
// currency's code does not count; an unknown code is an error.
func MoneyDecimal(minor int64, currency string) (string, error) {
	decimals, ok := CurrencyDecimals(currency)
	if !ok {
		return "", wrongText(currency, "is no currency of ISO 4217")
	}
	return Decimal(minor, int64(decimals)), nil
}

// Decimal returns n / 10^decimals, with all its decimals: 1999 with 2 is "19.99".
func Decimal(n, decimals int64) string {
	if decimals == 0 {
		return strconv.FormatInt(n, 10)
	}
	digits, negative := strings.CutPrefix(strconv.FormatInt(n, 10), "-")
	if short := int(decimals) + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	point := len(digits) - int(decimals)
	amount := digits[:point] + "." + digits[point:]
	if negative {
		amount = "-" + amount
	}
	return amount
}

// CurrencyDecimals returns how many decimals a currency of ISO 4217 has; ok is false for an unknown one.
func CurrencyDecimals(code string) (decimals int, ok bool) {
	code = strings.ToUpper(code)
	for decimals, codes := range currencies {
		if len(code) == 3 && slices.Contains(strings.Fields(codes), code) {
			return decimals, true
		}
	}
	return 0, false
}

// Currencies returns the codes of the currencies, sorted.
func Currencies() []string {
	codes := strings.Fields(strings.Join(currencies[:], " "))
	slices.Sort(codes)
	return codes
}

// currencies are the codes of ISO 4217, by their number of decimals: those in use in 2026, and those that left it since 2020.
var currencies = [...]string{
	0: `BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF`,
	1: ``,
	2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU
		CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES
		KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB
		PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD
		TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG ZWL`,
	3: `BHD IQD JOD KWD LYD OMR TND`,
	4: `CLF UYW`,
}
