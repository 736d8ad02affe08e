package cel_test

import (
	"net/netip"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

var addresses = []string{
	"10.0.0.1", "127.0.0.1", "0.0.0.0", "255.255.255.255", "169.254.1.1", "224.0.0.1", "192.168.1.5", "10.0.0.256", "10.0.0", "010.0.0.1", " 10.0.0.1",
	"::", "::1", "2001:db8::1", "2001:DB8::1", "2001:db8:0:0:0:0:0:1", "fe80::1", "fe80::1%eth0", "ff02::1", "fc00::1", "::ffff:10.0.0.1", "::ffff:a00:1",
	"::10.0.0.1", "1::2::3", "", "x", "[::1]", "1.2.3.4:80",
}

var blocks = []string{
	"10.0.0.0/8", "10.1.0.0/16", "10.0.0.1/8", "192.168.1.0/24", "192.168.1.5/24", "0.0.0.0/0", "10.0.0.1/32", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08",
	"10.0.0.0", "::/0", "2001:db8::/32", "2001:db8::1/32", "::1/128", "::1/129", "fe80::1%eth0/64", "::ffff:10.0.0.0/104", "10.0.0.0/255.0.0.0", "/8", "",
}

func parsedAddresses() []netip.Addr { return parsed(addresses, cel.IPFromString) }
func parsedBlocks() []netip.Prefix  { return parsed(blocks, cel.CIDRFromString) }

// parsed returns what the texts spell that spell something.
func parsed[T any](texts []string, parse func(string) (T, error)) []T {
	var values []T
	for _, s := range texts {
		if v, err := parse(s); err == nil {
			values = append(values, v)
		}
	}
	return values
}

func TestIP(t *testing.T) {
	all := append(append([]string{}, addresses...), texts...)
	diff1(t, "ip(a)", all, fallible1(cel.IPFromString))
	diff1(t, "isIP(a)", all, total1(cel.IsIP))
	diff1(t, "ip.isCanonical(a)", all, fallible1(cel.IsCanonicalIP))
	diff1(t, "a.family()", parsedAddresses(), total1(cel.IPFamily))
	diff1(t, "a.isLoopback()", parsedAddresses(), total1(netip.Addr.IsLoopback))
	diff1(t, "a.isUnspecified()", parsedAddresses(), total1(netip.Addr.IsUnspecified))
	diff1(t, "a.isGlobalUnicast()", parsedAddresses(), total1(netip.Addr.IsGlobalUnicast))
	diff1(t, "a.isLinkLocalMulticast()", parsedAddresses(), total1(netip.Addr.IsLinkLocalMulticast))
	diff1(t, "a.isLinkLocalUnicast()", parsedAddresses(), total1(netip.Addr.IsLinkLocalUnicast))
	diff1(t, "string(a)", parsedAddresses(), total1(netip.Addr.String))
}

func TestCIDR(t *testing.T) {
	all := append(append([]string{}, blocks...), texts...)
	diff1(t, "cidr(a)", all, fallible1(cel.CIDRFromString))
	diff1(t, "isCIDR(a)", all, total1(cel.IsCIDR))
	diff1(t, "a.ip()", parsedBlocks(), total1(netip.Prefix.Addr))
	diff1(t, "a.masked()", parsedBlocks(), total1(netip.Prefix.Masked))
	diff1(t, "a.isMask()", parsedBlocks(), total1(cel.IsMask))
	diff1(t, "a.prefixLength()", parsedBlocks(), total1(cel.PrefixLength))
	diff1(t, "string(a)", parsedBlocks(), total1(netip.Prefix.String))
	diff2(t, "a.containsIP(b)", parsedBlocks(), parsedAddresses(), total2(netip.Prefix.Contains))
	diff2(t, "a.containsIP(b)", parsedBlocks(), addresses, fallible2(cel.ContainsIPText))
	diff2(t, "a.containsCIDR(b)", parsedBlocks(), parsedBlocks(), total2(cel.ContainsCIDR))
	diff2(t, "a.containsCIDR(b)", parsedBlocks(), blocks, fallible2(cel.ContainsCIDRText))
}

func TestDynNetwork(t *testing.T) {
	var values []any
	for _, ip := range parsedAddresses() {
		values = append(values, ip)
	}
	for _, cidr := range parsedBlocks() {
		values = append(values, cidr)
	}
	values = append(values, "10.0.0.1", "10.0.0.0/8", "x", int64(1), nil, 1.5, true, []any{})
	diff2(t, "a.containsIP(b)", values, values, fallible2(cel.DynContainsIP))
	diff2(t, "a.containsCIDR(b)", values, values, fallible2(cel.DynContainsCIDR))
	diff2(t, "a == b", values, values, total2(cel.Equal))
	diff1(t, "type(a)", values, total1(cel.TypeOf))
	diff1(t, "string(a)", values, fallible1(cel.DynString))
	diff1(t, "'%s'.format([a])", values, func(v any) (any, error) { return either(cel.Format("%s", v)) })
	diff1(t, "json.encode(a)", values, fallible1(cel.JSONEncode))
	diff1(t, "optional.ofNonZeroValue(a)", values, total1(cel.DynOfNonZero))
}
