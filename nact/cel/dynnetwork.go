package cel

import "net/netip"

// DynContainsIP is cidr.containsIP(v), of an address or a text that spells one.
func DynContainsIP(cidr, v any) (bool, error) {
	block, err := AsCIDR(cidr)
	if err != nil {
		return false, err
	}
	switch v := plain(v).(type) {
	case netip.Addr:
		return block.Contains(v), nil
	case string:
		return ContainsIPText(block, v)
	}
	return false, noOverload("containsIP", cidr, v)
}

// DynContainsCIDR is cidr.containsCIDR(v), of a block or a text that spells one.
func DynContainsCIDR(cidr, v any) (bool, error) {
	block, err := AsCIDR(cidr)
	if err != nil {
		return false, err
	}
	switch v := plain(v).(type) {
	case netip.Prefix:
		return ContainsCIDR(block, v), nil
	case string:
		return ContainsCIDRText(block, v)
	}
	return false, noOverload("containsCIDR", cidr, v)
}
