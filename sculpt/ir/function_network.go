package ir

// IP addresses and CIDR blocks.
var (
	FnIPFromString     = inRuntime(Function{Name: "IPFromString", Params: types{StringType}, Result: IPType, Fails: true, Noun: "ip", Overloads: overloads{"string_to_ip"}})
	FnCIDRFromString   = inRuntime(Function{Name: "CIDRFromString", Params: types{StringType}, Result: CIDRType, Fails: true, Noun: "cidr", Overloads: overloads{"string_to_cidr"}})
	FnIsIP             = inRuntime(Function{Name: "IsIP", Params: types{StringType}, Result: BoolType, Overloads: overloads{"is_ip"}})
	FnIsCIDR           = inRuntime(Function{Name: "IsCIDR", Params: types{StringType}, Result: BoolType, Overloads: overloads{"is_cidr"}})
	FnIsCanonicalIP    = inRuntime(Function{Name: "IsCanonicalIP", Params: types{StringType}, Result: BoolType, Fails: true, Overloads: overloads{"ip_is_canonical"}})
	FnIPFamily         = inRuntime(Function{Name: "IPFamily", Params: types{IPType}, Result: IntType, Overloads: overloads{"ip_family"}})
	FnPrefixLength     = inRuntime(Function{Name: "PrefixLength", Params: types{CIDRType}, Result: IntType, Overloads: overloads{"cidr_prefix_length"}})
	FnIsMask           = inRuntime(Function{Name: "IsMask", Params: types{CIDRType}, Result: BoolType, Overloads: overloads{"cidr_is_mask"}})
	FnContainsCIDR     = inRuntime(Function{Name: "ContainsCIDR", Params: types{CIDRType, CIDRType}, Result: BoolType, Overloads: overloads{"cidr_contains_cidr"}})
	FnContainsCIDRText = inRuntime(Function{Name: "ContainsCIDRText", Params: types{CIDRType, StringType}, Result: BoolType, Fails: true, Overloads: overloads{"cidr_contains_cidr_string"}})
	FnContainsIPText   = inRuntime(Function{Name: "ContainsIPText", Params: types{CIDRType, StringType}, Result: BoolType, Fails: true, Overloads: overloads{"cidr_contains_ip_string"}})
	FnDynContainsIP    = inRuntime(Function{Name: "DynContainsIP", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Dynamic: "containsIP"})
	FnDynContainsCIDR  = inRuntime(Function{Name: "DynContainsCIDR", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Dynamic: "containsCIDR"})
)
