/** Matches names of headers and fields that carry secrets, anywhere in the name, case-insensitively. */
const SECRET_NAME =
  /authoriz|authentication-info|cookie|token|secret|api[-_]?key|(?:access|user|integration)_key|session|passw|csrf|xsrf|signature|credential/i;

/**
 * Returns whether the value under this name must not be shown, logged, or stored. Logs, saved requests, and attempts
 * all use it.
 */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}
