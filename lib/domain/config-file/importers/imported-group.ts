import type { Draft } from "../draft";
import { cut } from "../fitting";
import { type Note, note } from "../note";

/** Returns a group of those monitors that were imported, all of which must be online, or why there can't be one. */
export function importedGroup(
  draft: Draft,
  members: readonly { readonly ref: string; readonly name: string }[],
  notes: Note[],
): Record<string, unknown> | string {
  const known = members.filter(({ ref }) => draft.has(ref));
  if (known.length === 0) return "None of its monitors was imported.";
  const lost = members.filter((member) => !known.includes(member)).map(({ name }) => name);
  if (lost.length > 0)
    note(notes, "request.members", `Left out, because they weren't imported: ${cut(lost.join(", "), 500)}.`);
  return { protocol: "group", request: { members: known.map(({ ref }) => ref) } };
}
