const NAME_BYTES_MAX = 255;
const LABEL_BYTES_MAX = 63;
const POINTER = 0xc0;
/** No name can have more labels, so more pointers than this lead nowhere, or in a circle. */
const POINTERS_MAX = 127;

/** Encodes a name (RFC 1035 §3.1); null when the text isn't a valid name. */
export function encodeName(name: string): Buffer | null {
  const labels = name.split(".");
  if (name.length + 2 > NAME_BYTES_MAX || !/^[!-~]*$/.test(name)) return null;
  if (labels.some((label) => label === "" || label.length > LABEL_BYTES_MAX)) return null;
  const bytes = Buffer.alloc(name.length + 2);
  let at = 0;
  for (const label of labels) {
    at = bytes.writeUInt8(label.length, at);
    at += bytes.write(label, at, "latin1");
  }
  return bytes;
}

/**
 * Reads a name in lowercase, "" for the root, and where it ends. Some servers' pointers point forward, although RFC 1035 §4.1.4 says "to
 * a prior occurrence". Returns null when the name doesn't end or is too long.
 */
export function nameAt(message: Buffer, from: number): { name: string; end: number } | null {
  const labels: string[] = [];
  let [at, end, bytes, pointers] = [from, -1, 0, 0];
  for (;;) {
    const length = message[at];
    if (length === undefined) return null;
    if (length === 0) break;
    if (length >= POINTER) {
      const target = ((length & ~POINTER) << 8) | (message[at + 1] ?? 0);
      pointers += 1;
      if (at + 1 >= message.length || pointers > POINTERS_MAX) return null;
      if (end < 0) end = at + 2;
      at = target;
      continue;
    }
    bytes += length + 1;
    if (length > LABEL_BYTES_MAX || bytes >= NAME_BYTES_MAX || at + length >= message.length) return null;
    labels.push(labelText(message.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return { name: labels.join("."), end: end < 0 ? at + 1 : end };
}

/** Escapes unprintable characters and dots inside a label (RFC 1035 §5.1), so that no label passes for another name. */
function labelText(label: Buffer): string {
  const text = label.toString("latin1").toLowerCase();
  if (/^[a-z0-9_-]*$/.test(text)) return text;
  return text.replace(/[^!-~]|[.\\]/g, (char) =>
    char === "." || char === "\\" ? `\\${char}` : `\\${String(char.charCodeAt(0)).padStart(3, "0")}`,
  );
}
