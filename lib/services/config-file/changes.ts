import { isDeepStrictEqual } from "node:util";
import type { ItemChange } from "@/lib/contract/config-file/imports";
import { IMAGE_KINDS } from "../status-pages/images";
import { PAGE_SECRETS } from "./page-secrets";
import { settingsWithoutSecrets, withoutSecrets } from "./references";
import type { Step } from "./steps";
import type { Stored } from "./stored";

type Fields = Record<string, unknown>;
const MASK = "••••••";
const SHOWN_CHARS = 300;

/** Returns the changes of an update, field by field, with masked secrets. */
export function changesOf({ kind, key, changed, whole }: Step, stored: Stored): ItemChange[] {
  const before = stored.items[kind].find((item) => item.key === key)?.fields ?? {};
  return changed.flatMap((field) => {
    if (field === "request")
      return partChanges(field, before, whole, ({ request }) => withoutSecrets(key, Object(request)));
    if (field === "settings")
      return partChanges(field, before, whole, (item) => settingsWithoutSecrets(key, item));
    if (PAGE_SECRETS.includes(field))
      return [{ field, before: field in before ? MASK : null, after: whole[field] === null ? null : MASK }];
    const show = IMAGE_KINDS.some((image) => image === field) ? shownImage : shown;
    return [{ field, before: show(before[field]), after: show(whole[field]) }];
  });
}

/** Compares the fields of a request or of settings. */
function partChanges(
  part: string,
  before: Fields,
  after: Fields,
  masked: (item: Fields) => Fields,
): ItemChange[] {
  const [old, next] = [Object(before[part]) as Fields, Object(after[part]) as Fields];
  const [oldShown, nextShown] = [masked({ ...after, ...before }), masked(after)];
  return Object.keys({ ...old, ...next })
    .filter((field) => !isDeepStrictEqual(old[field] ?? null, next[field] ?? null))
    .map((field) => {
      const texts = { before: shown(oldShown[field]), after: shown(nextShown[field]) };
      const isHidden = texts.before === texts.after;
      return {
        field: `${part}.${field}`,
        ...texts,
        ...(isHidden && { after: `${texts.after} (another value)` }),
      };
    });
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function shownImage(value: unknown): string | null {
  return typeof value === "string" ? `an image of ${Math.ceil((value.length * 3) / 4 / 1024)} KiB` : null;
}
