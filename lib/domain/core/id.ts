/** Returns whether a text is an ID as URLs write it: a positive decimal of at most 16 digits. */
export function isIdText(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text);
}
