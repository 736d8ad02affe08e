package cel

import (
	"reflect"
	"time"
)

// SpendAll counts repeated work on all of v: each value in it as an element, and the bytes of texts. It stops
// where the budget is spent.
func (b *Budget) SpendAll(v any) error { return b.spendValue(reflect.ValueOf(v)) }

func (b *Budget) spendValue(v reflect.Value) error {
	for (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil() {
		v = v.Elem()
	}
	if err := b.Spend(1); err != nil {
		return err
	}
	switch v.Kind() {
	case reflect.String:
		return b.SpendBytes(v.Len())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return b.SpendBytes(v.Len())
		}
		return b.spendEach(v.Len(), v.Index)
	case reflect.Struct:
		if v.Type() != reflect.TypeFor[time.Time]() {
			return b.spendEach(v.NumField(), v.Field)
		}
	case reflect.Map:
		return b.spendEntries(v)
	}
	return nil
}

func (b *Budget) spendEach(n int, at func(int) reflect.Value) error {
	for i := range n {
		if err := b.spendValue(at(i)); err != nil {
			return err
		}
	}
	return nil
}

func (b *Budget) spendEntries(m reflect.Value) error {
	for entries := m.MapRange(); entries.Next(); {
		if err := b.spendValue(entries.Key()); err != nil {
			return err
		}
		if err := b.spendValue(entries.Value()); err != nil {
			return err
		}
	}
	return nil
}
