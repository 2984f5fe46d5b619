import type { ItemKind } from "@/lib/contract/config-file/config-file";
import { slugOf } from "@/lib/domain/core/slug";
import type { Turns } from "@/lib/shared/turns";

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
export async function keysOf(
  kind: ItemKind,
  items: readonly Named[],
  managed: readonly Managed[],
  turns: Turns,
): Promise<Map<number, string>> {
  const keys = new Map<number, string>();
  const known = new Set(items.map(({ id }) => id));
  for (const one of managed) if (one.kind === kind && known.has(one.item_id)) keys.set(one.item_id, one.key);
  const taken = new TakenKeys(keys.values());
  for (const { id, name } of [...items].sort((a, b) => a.id - b.id)) {
    if (keys.has(id)) continue;
    keys.set(id, taken.take(name));
    await turns.pause();
  }
  return keys;
}

/** The keys of a file's items of one kind. */
export class TakenKeys {
  readonly #taken: Set<string>;
  /** The last number of each base, so that items of one name take no longer than others. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  add(key: string): void {
    this.#taken.add(key);
  }

  /** Takes the name as a slug, or the first of `slug-2`, `slug-3` … that is free. */
  take(name: string): string {
    const base = slugOf(name).slice(0, KEY_MAX);
    let number = this.#numbers.get(base) ?? 1;
    let key = number === 1 ? base : `${base}-${number}`;
    while (this.#taken.has(key)) {
      number += 1;
      key = `${base}-${number}`;
    }
    this.#numbers.set(base, number);
    this.#taken.add(key);
    return key;
  }
}
