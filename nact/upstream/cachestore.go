package upstream

import "container/list"

// cacheStore holds entries up to a number of bytes. What has not been used for the longest time makes room.
type cacheStore struct {
	limit, used int64
	order       list.List                           // of *cacheItem, the one used last in front
	resources   map[digest]map[digest]*list.Element // by the two parts of a key
}

type cacheItem struct {
	key   cacheKey
	entry *entry
}

// get returns the entry of a key, or nil.
func (s *cacheStore) get(key cacheKey) *entry {
	element := s.resources[key.resource][key.variant]
	if element == nil {
		return nil
	}
	s.order.MoveToFront(element)
	return element.Value.(*cacheItem).entry
}

// put holds e in the place of what the key has. One that is larger than all room that there is, is not held.
func (s *cacheStore) put(key cacheKey, e *entry) {
	s.remove(s.resources[key.resource][key.variant])
	size := e.memory()
	if size > s.limit {
		return
	}
	for s.used+size > s.limit {
		s.remove(s.order.Back())
	}
	if s.resources[key.resource] == nil {
		s.resources[key.resource] = make(map[digest]*list.Element)
	}
	s.resources[key.resource][key.variant] = s.order.PushFront(&cacheItem{key, e})
	s.used += size
}

// drop removes e, if it is still what the key has.
func (s *cacheStore) drop(key cacheKey, e *entry) {
	if element := s.resources[key.resource][key.variant]; element != nil && element.Value.(*cacheItem).entry == e {
		s.remove(element)
	}
}

// dropAll removes whatever is held of a resource.
func (s *cacheStore) dropAll(resource digest) {
	for _, element := range s.resources[resource] {
		s.remove(element)
	}
}

// remove removes an element of the order; nil is none.
func (s *cacheStore) remove(element *list.Element) {
	if element == nil {
		return
	}
	item := s.order.Remove(element).(*cacheItem)
	s.used -= item.entry.memory()
	variants := s.resources[item.key.resource]
	delete(variants, item.key.variant)
	if len(variants) == 0 {
		delete(s.resources, item.key.resource)
	}
}
