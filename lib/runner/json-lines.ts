/** Splits a file's text into its lines, without the trailing commas. */
export function textsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => (line.endsWith(",") ? line.slice(0, -1) : line))
    .filter((line) => line !== "");
}

/** Returns whether a line is a complete JSON object. One damaged by a power cut never is. */
export function isWhole(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
