import { ApiError, invalid } from "@/lib/contract/core/errors";

/** Four images of 1 MiB plus the other fields. */
export const MAX_FORM_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 4000;
const MAX_DEPTH = 8;
const MAX_INDEX = 999;

export interface FormTree {
  [key: string]: FormTree | string;
}

/**
 * Parses a multipart form into a tree: `components[0][name]` → `{components: {"0": {name}}}`. Files become data URLs with their
 * declared type, because the service detects the type by content.
 */
export async function parseForm(bytes: Buffer, contentType: string): Promise<FormTree> {
  requireFewParts(bytes, contentType);
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw new ApiError(400, "The body is not a valid multipart form.");
  }
  const tree: FormTree = Object.create(null);
  for (const [name, value] of form) {
    place(tree, pathOf(name), typeof value === "string" ? value : await dataUrl(value));
  }
  return tree;
}

/** Counts the boundaries before parsing, because each part takes far more memory than its bytes. */
function requireFewParts(bytes: Buffer, contentType: string): void {
  const boundary = /boundary=("?)([^";]{1,70})\1/i.exec(contentType)?.[2];
  if (boundary === undefined) return;
  const mark = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    parts += 1;
    // The last boundary ends the form.
    if (parts > MAX_PARTS + 1) throw new ApiError(400, `The form has more than ${MAX_PARTS} parts.`);
  }
}

async function dataUrl(file: File): Promise<string> {
  const base64 = Buffer.from(await file.arrayBuffer()).toString("base64");
  return `data:${file.type || "application/octet-stream"};base64,${base64}`;
}

/** Splits `a[0][b]` into a, 0, b. `a[]` is numbered when it is placed. */
function pathOf(name: string): string[] {
  const match = /^([\w-]+)((?:\[[\w-]*\])*)$/.exec(name);
  const head = match?.[1];
  const path = head === undefined ? [name] : [head, ...(match?.[2] ?? "").split(/[[\]]+/).slice(1, -1)];
  if (path.length > MAX_DEPTH)
    throw invalid({ [name]: [`${name} must not be nested deeper than ${MAX_DEPTH} levels.`] });
  if (/\[\]$/.test(name) && path.at(-1) !== "") path.push("");
  return path;
}

function place(tree: FormTree, path: readonly string[], value: string): void {
  let node = tree;
  path.forEach((part, at) => {
    const key = part === "" ? String(Object.keys(node).length) : part;
    if (at === path.length - 1) {
      node[key] = value;
      return;
    }
    const next = node[key];
    const child = typeof next === "object" ? next : (Object.create(null) as FormTree);
    node[key] = child;
    node = child;
  });
}

/** Returns the values of a node whose keys are indexes, in order; otherwise null. */
export function listOf(node: FormTree): (FormTree | string)[] | null {
  const keys = Object.keys(node);
  if (!keys.every((key) => /^\d{1,4}$/.test(key) && Number(key) <= MAX_INDEX)) return null;
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => node[key] ?? "");
}
