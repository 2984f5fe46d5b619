/** Returns a path within this application. Anything that could lead elsewhere becomes the overview, which prevents open redirects. */
export function localPath(given: string | null): string {
  return given && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given) ? given : "/";
}
