/** Removes the trailing characters that `character` matches one by one; unlike `/x+$/` it takes linear time. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
