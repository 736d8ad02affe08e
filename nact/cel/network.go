package cel

import "net/netip"

// IPFromString returns the address that s spells: of IPv4, or of IPv6 without a zone. An
// IPv4 address in the form of an IPv6 one ("::ffff:10.0.0.1") is an error.
func IPFromString(s string) (netip.Addr, error) {
	ip, err := netip.ParseAddr(s)
	if err != nil || !plainIP(ip) {
		return netip.Addr{}, notA("IP address", s)
	}
	return ip, nil
}

// CIDRFromString returns the block of addresses that s spells, as in "10.0.0.0/8". The
// address in it need not be the first of the block, and is kept.
func CIDRFromString(s string) (netip.Prefix, error) {
	cidr, err := netip.ParsePrefix(s)
	if err != nil || !plainIP(cidr.Addr()) {
		return netip.Prefix{}, notA("CIDR block", s)
	}
	return cidr, nil
}

// plainIP reports whether an address is neither one of IPv4 inside IPv6 nor has a zone.
func plainIP(ip netip.Addr) bool { return ip.Zone() == "" && !ip.Is4In6() }

// IsIP reports whether s spells an address.
func IsIP(s string) bool {
	_, err := IPFromString(s)
	return err == nil
}

// IsCIDR reports whether s spells a block of addresses.
func IsCIDR(s string) bool {
	_, err := CIDRFromString(s)
	return err == nil
}

// IsCanonicalIP reports whether s spells an address as RFC 5952 wants it; a text that is
// no address is an error.
func IsCanonicalIP(s string) (bool, error) {
	ip, err := IPFromString(s)
	return err == nil && ip.String() == s, err
}

// IPFamily returns 4 or 6.
func IPFamily(ip netip.Addr) int64 {
	if ip.Is4() {
		return 4
	}
	return 6
}

// PrefixLength returns how many bits all addresses of a block have in common.
func PrefixLength(cidr netip.Prefix) int64 { return int64(cidr.Bits()) }

// IsMask reports whether the address of a block is the first of the block.
func IsMask(cidr netip.Prefix) bool { return cidr.Addr() == cidr.Masked().Addr() }

// ContainsCIDR reports whether all addresses of a block are in an outer one.
func ContainsCIDR(outer, cidr netip.Prefix) bool {
	return outer.Overlaps(cidr) && outer.Bits() <= cidr.Bits()
}

// ContainsCIDRText is [ContainsCIDR] of a block as a text.
func ContainsCIDRText(outer netip.Prefix, s string) (bool, error) {
	cidr, err := CIDRFromString(s)
	return err == nil && ContainsCIDR(outer, cidr), err
}

// ContainsIPText reports whether the address that a text spells is in a block.
func ContainsIPText(cidr netip.Prefix, s string) (bool, error) {
	ip, err := IPFromString(s)
	return err == nil && cidr.Contains(ip), err
}
