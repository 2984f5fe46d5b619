/** A path of this application to go on to; anything that could lead elsewhere becomes the overview. */
export function localPath(given: string | null): string {
  return given && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given) ? given : "/";
}
