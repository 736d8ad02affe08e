// Package gotype says what Go type a value of a plan has, and how the structs of answers, records and table rows hold it.
//
//	types := gotype.New(p, names, runtime)
//	types.Of(ir.ListOf(ir.StringType))  // []string
//	types.Field(f), types.Storage(f)    // nact.Opt[string] and InOpt, for a string that an answer may lack
//	types.Zero(ir.IntType)              // 0
package gotype
