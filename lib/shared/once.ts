const registry = globalThis as typeof globalThis & { __vedette?: Map<string, unknown> };

/**
 * A process-wide singleton. One Next process may hold up to four copies of a module (instrumentation, routes,
 * pages, front door); only `globalThis` is shared between them.
 */
export function once<T>(key: string, make: () => T): T {
  registry.__vedette ??= new Map();
  const store = registry.__vedette;
  if (!store.has(key)) store.set(key, make());
  return store.get(key) as T;
}

/** Forgets a singleton, so that the next `once` makes it anew (tests, shutdown). */
export function forget(key: string): void {
  registry.__vedette?.delete(key);
}

/** Forgets every singleton: a test file that gets another database starts from nothing. */
export function forgetAll(): void {
  registry.__vedette?.clear();
}
