// Package nactredis keeps the idempotency keys of generated services in Redis, so that all instances of a service know of each
// other's. It is beside package nact because it needs a client for Redis: a service has a copy of it if its manifest asks for Redis.
package nactredis
