import type { ImportConfiguration } from "@/lib/contract/config-file/imports";
import { IMPORT_MAX_BYTES, type ImportSource } from "@/lib/contract/config-file/sources";
import type { RegionName } from "@/lib/contract/core/regions";
import { naturalOrder } from "@/lib/shared/text/natural-order";

/** The values of the form. */
export interface ImportDraft {
  readonly source: ImportSource;
  /** A data URL, or the text of several files. */
  readonly file: string | null;
  readonly url: string;
  readonly region: RegionName;
  readonly variables: Readonly<Record<string, string>>;
  readonly prune: boolean;
}

export const NEW_IMPORT: ImportDraft = {
  source: "uptime_kuma",
  file: null,
  url: "",
  region: "eu-deu-fra",
  variables: {},
  prune: false,
};

const MIB = 1024 * 1024;

/** Returns whether there is something to send. */
export function isReady({ file, url }: ImportDraft): boolean {
  return file !== null || url.trim() !== "";
}

/** Returns the body to send. A file takes precedence over an address. */
export function importBody(
  { file, url, region, ...draft }: ImportDraft,
  preview: boolean,
): ImportConfiguration {
  const address = file === null ? url.trim() : "";
  const withScheme = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const filled = Object.entries(draft.variables).filter(([, value]) => value !== "");
  return {
    ...draft,
    variables: Object.fromEntries(filled),
    file,
    url: address ? withScheme : null,
    regions: [region],
    preview,
  };
}

/** Joins YAML files as documents of one, in the order of their names. */
export function joinedFiles(files: readonly { readonly name: string; readonly text: string }[]): string {
  const sorted = [...files].sort((a, b) => naturalOrder(a.name, b.name));
  return sorted.map(({ text }) => text.replace(/^\ufeff/, "")).join("\n---\n");
}

/** Says that a file is too large, and what to do. */
export function tooLarge(bytes: number): string {
  return `File must be at most ${IMPORT_MAX_BYTES / MIB} MiB; got ${Math.ceil(bytes / MIB)} MiB. Upload a copy without the history, or run npm run -s cli -- import on the server.`;
}
