package ir

// PartType is the type of a part of a multipart body. Expressions have no such values.
var PartType = &Type{Kind: Dyn, Object: &ObjectType{Name: "part"}}

// IsPart reports whether t is [PartType].
func IsPart(t *Type) bool { return t.Kind == Dyn && t.Object == PartType.Object }

// What parts are made by. NewPart takes a name and a value; NewFile a name, the content, the name of the file and its media type, or an
// empty text.
var (
	FnNewPart = row(Function{Package: RuntimeUpstream, Name: "NewPart", Params: types{StringType, nil}, Result: PartType, Noun: "part"})
	FnNewFile = row(Function{Package: RuntimeUpstream, Name: "NewFile", Params: types{StringType, BytesType, StringType, StringType}, Result: PartType, Noun: "file"})
	FnPartsOf = row(Function{Package: RuntimeUpstream, Name: "PartsOf", Params: types{nil}, Result: ListOf(PartType), Fails: true, Noun: "parts"})
)

// PartMembers are the members of a multipart body, as its author wrote them: a file is an object of its content, its name and its media
// type. It is nil for any other value.
func PartMembers(n Node) []RecordMember {
	list, ok := n.(*ListLit)
	if !ok || !IsPart(list.T.Elem) {
		return nil
	}
	members := []RecordMember{}
	for _, elem := range list.Elems {
		if m, ok := partMember(elem); ok {
			members = append(members, m)
		}
	}
	return members
}

// partMember is the member of one part. That of a part which may be left out is an optional.
func partMember(n Node) (m RecordMember, ok bool) {
	var absent Node
	if then, isThen := n.(*Then); isThen {
		some, isSome := then.Body.(*Some)
		if !isSome {
			return m, false
		}
		n, absent = some.X, then.X
	}
	call, isCall := n.(*Call)
	if !isCall {
		return m, false
	}
	name, isConst := call.Args[0].(*Const)
	if !isConst {
		return m, false
	}
	text, _ := name.Value.(string)
	value := call.Args[1]
	if absent != nil {
		value = absent
	}
	if call.Func == FnNewFile {
		value = fileRecord(value, call.Args[2], call.Args[3])
	}
	return RecordMember{Name: text, Value: value}, true
}

// fileRecord is a file as its author wrote it.
func fileRecord(content, name, mediaType Node) *Record {
	if bytes, ok := content.(*Call); ok && bytes.Func == FnBytes {
		content = bytes.Args[0]
	}
	members := []RecordMember{{Name: "file", Value: content}, {Name: "filename", Value: name}}
	if c, ok := mediaType.(*Const); !ok || c.Value != "" {
		members = append(members, RecordMember{Name: "type", Value: mediaType})
	}
	object := &ObjectType{Name: "file"}
	for _, m := range members {
		object.Add(&Field{Name: m.Name, Type: m.Value.Type(), Required: true})
	}
	return &Record{Members: members, T: ObjectOf(object)}
}
