import type { Draft } from "../draft";
import { Entry } from "../entry";
import type { Note } from "../note";

export interface Target {
  readonly protocol: string;
  readonly [field: string]: unknown;
}

/** Adds a monitor for each target. There are several only for a DNS monitor that queries several types of records. */
export function addTargets(
  draft: Draft,
  { ref, name }: { readonly ref: string; readonly name: string },
  targets: readonly Target[],
  fields: Record<string, unknown>,
  notes: readonly Note[],
): void {
  draft.count += targets.length - 1;
  for (const target of targets) {
    const type = new Entry(target.request).text("record_type");
    const own = targets.length > 1 ? `${type} ${name}` : name;
    draft.monitor(`${ref} ${type}`.trim(), own, { ...target, ...fields }, notes);
  }
}
