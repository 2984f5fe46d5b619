export const TAG_MAX = 100;
export const TAG_FORM = /^[a-z0-9._:-]+$/;

/** Returns whether a string can be a tag. */
export function isTag(text: string): boolean {
  return text.length <= TAG_MAX && TAG_FORM.test(text);
}
