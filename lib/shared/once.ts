const registry = globalThis as typeof globalThis & { __vedette?: Map<string, unknown> };

/**
 * Returns a process-wide singleton. A Next.js process may load up to four copies of a module (instrumentation, routes, pages,
 * server); they share only `globalThis`.
 */
export function once<T>(key: string, make: () => T): T {
  registry.__vedette ??= new Map();
  const store = registry.__vedette;
  if (!store.has(key)) store.set(key, make());
  return store.get(key) as T;
}

/** Forgets a singleton, so that the next `once` creates it again (tests, shutdown). */
export function forget(key: string): void {
  registry.__vedette?.delete(key);
}

/** Forgets every singleton, for tests that switch databases. */
export function forgetAll(): void {
  registry.__vedette?.clear();
}
