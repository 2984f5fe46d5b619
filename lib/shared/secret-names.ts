/** Names of headers and fields that carry secrets; matched anywhere in the name, case ignored. */
const SECRET_NAME =
  /authoriz|authentication-info|cookie|token|secret|api[-_]?key|(?:access|user|integration)_key|session|passw|csrf|xsrf|signature|credential/i;

/** Whether what stands under this name must not be shown, logged or kept. The one rule for logs, evidence and attempts. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}
