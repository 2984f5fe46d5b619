import type { ImportSource } from "@/lib/contract/config-file/sources";
import type { Ignored } from "@/lib/domain/config-file/rest";

export type Settings = Readonly<Record<string, unknown>>;

/** The settings that a product documents for one kind of thing, each with another value than its default. */
export interface Published {
  readonly source: ImportSource;
  readonly what: string;
  /** Returns a file with one such thing that has these settings too. */
  file(more: Settings): unknown;
  readonly settings: Settings;
  /** The part of an item that they are in, with a dot. */
  readonly under?: string;
  readonly ignored: Ignored;
}

/** Gives many settings the same value. */
export function set(value: unknown, names: string): Settings {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}
