// Package answer decides what is read of the answers of an upstream's operations, and which objects in them are of one
// Go type. In come operations whose answers have a type, and what the expressions read; out come the structs:
//
//	point.Answer = &plan.Answer{Type: pointFeature}
//	forecast.Answer = &plan.Answer{Type: forecastFeature}
//	answer.Decide([]*plan.Operation{point, forecast}, usage)
//	point.Answer.Structs     // PointFeature with properties, Point with gridId and gridX
//	forecast.Answer.Structs  // ForecastFeature with properties, Forecast with periods, ForecastPeriod with name
//
// Every operation has object types of its own, even where the document has one component. Those that stand at one place
// of one component and are read alike become one struct: the same fields are read, each is there as surely, and what they
// hold is alike in turn. Objects that contain themselves are alike unless something in them differs. What is inline in an
// answer is no other operation's.
package answer
