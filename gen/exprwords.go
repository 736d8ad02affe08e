package gen

// wordResults are what functions return that are named after a thing, for the names of variables that hold it.
var wordResults = map[string]string{
	"Now": "now", "UUID": "id", "URLQuery": "param", "URLSegment": "segment", "Pointer": "found", "Zone": "zone",
	"DateOf": "date", "DateAt": "instant", "AddDays": "date", "AddDaysIn": "instant", "AddMonths": "date", "AddMonthsIn": "instant",
	"Weekday": "weekday", "FormatDate": "text", "FormatTime": "text", "FormatIn": "text",
	"Round": "rounded", "GroupInt": "text", "GroupFloat": "text", "Convert": "converted", "MoneyDecimal": "amount", "Decimal": "amount",
	"IPFromString": "ip", "CIDRFromString": "cidr",
}
