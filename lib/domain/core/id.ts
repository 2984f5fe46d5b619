/** Returns whether a string is an ID as it appears in URLs: a positive decimal of at most 16 digits. */
export function isIdText(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text);
}
