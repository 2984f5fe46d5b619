import type { StatusPage } from "@/lib/contract/status-pages/pages";

export type ImageKind = "logo_light" | "logo_dark" | "favicon_light" | "favicon_dark";
/** Images to upload as data URLs; false removes the stored one. */
export type ImageDraft = Partial<Record<ImageKind, string | false>>;

const MAX_BYTES = 1024 * 1024;

/** Returns why a file can't be uploaded, as far as the browser knows; null if it may be. The server judges the content. */
export function imageProblem(
  kind: ImageKind,
  { name, size }: { readonly name: string; readonly size: number },
): string | null {
  const types = kind.startsWith("logo") ? "a JPEG, PNG, or SVG" : "a PNG or SVG";
  const extensions = kind.startsWith("logo") ? /\.(jpe?g|png|svg)$/i : /\.(png|svg)$/i;
  if (!extensions.test(name)) return `Upload ${types}. You chose ${name}.`;
  if (size > MAX_BYTES)
    return `Upload an image of at most 1 MiB. ${name} has ${(size / MAX_BYTES).toFixed(1)} MiB.`;
  return null;
}

/** Returns what to show for an image: the chosen one, else the stored one through the dashboard's own host. */
export function previewOf(
  kind: ImageKind,
  chosen: string | false | undefined,
  page: Pick<StatusPage, "subdomain" | ImageKind> | undefined,
): string | null {
  if (chosen !== undefined) return chosen || null;
  const stored = page?.[kind];
  return page && stored ? `/status/${page.subdomain}/files/${kind}${new URL(stored).search}` : null;
}
