import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { slugOf } from "@/lib/domain/core/slug";

const KEY_MAX = 90;

export interface Named {
  readonly id: number;
  readonly name: string;
}
export interface Managed {
  readonly kind: string;
  readonly key: string;
  readonly item_id: number;
}

/** Returns a key for every item, oldest first: its managed key, otherwise its name as a slug, with a number if that is taken. */
export function keysOf(
  kind: ItemKind,
  items: readonly Named[],
  managed: readonly Managed[],
): Map<number, string> {
  const keys = new Map<number, string>();
  const known = new Set(items.map(({ id }) => id));
  for (const one of managed) if (one.kind === kind && known.has(one.item_id)) keys.set(one.item_id, one.key);
  const taken = new Set(keys.values());
  for (const { id, name } of [...items].sort((a, b) => a.id - b.id)) {
    if (keys.has(id)) continue;
    const key = freeKey(slugOf(name).slice(0, KEY_MAX), taken);
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

/** Returns the key, or the first of `key-2`, `key-3` … that is free. */
export function freeKey(base: string, taken: ReadonlySet<string>): string {
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
  return key;
}
