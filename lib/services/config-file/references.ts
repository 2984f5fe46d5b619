const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
/** Names of headers whose values are credentials. */
const SECRET_HEADER =
  /^(authorization|proxy-authorization|cookie)$|token|secret|password|api-?key|signature/i;

/** The variable's name for a secret: `shop` + `Authorization` → `SHOP_AUTHORIZATION`. */
export function variableName(...parts: string[]): string {
  const name = parts
    .join("_")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

export const reference = (...parts: string[]): string => `\${${variableName(...parts)}}`;

export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name);
}

/** A request with every credential as a reference; the rest as it is. */
export function withoutSecrets(key: string, request: Record<string, unknown>): Record<string, unknown> {
  const { user_agent_secret: agent, headers } = request;
  const hidden = { ...request };
  if (typeof agent === "string") hidden.user_agent_secret = reference(key, "user_agent_secret");
  if (Array.isArray(headers))
    hidden.headers = headers.map((header: { name: string; value: string }) =>
      isSecretHeader(header.name) ? { ...header, value: reference(key, header.name) } : header,
    );
  return hidden;
}

export interface Filled {
  readonly value: unknown;
  /** Variables that are not set and have no stored value in their place. */
  readonly missing: string[];
}

/** Puts variables in place of `${NAME}`; one that is not set keeps what is `stored` at the same place. */
export function fillReferences(
  value: unknown,
  stored: unknown,
  variable: (name: string) => string | undefined,
): Filled {
  const missing: string[] = [];
  const fill = (given: unknown, before: unknown): unknown => {
    if (typeof given === "string") {
      const name = REFERENCE.exec(given)?.[1];
      if (name === undefined) return given;
      const found = variable(name) ?? (typeof before === "string" ? before : undefined);
      if (found === undefined) missing.push(name);
      return found;
    }
    if (Array.isArray(given)) return given.map((item, index) => fill(item, at(before, index)));
    if (given === null || typeof given !== "object") return given;
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, fill(item, at(before, key))]));
  };
  return { value: fill(value, stored), missing };
}

function at(value: unknown, key: string | number): unknown {
  return value !== null && typeof value === "object"
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}
