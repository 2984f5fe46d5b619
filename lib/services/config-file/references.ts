import { secretsOf } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { SECRET_FIELDS } from "@/lib/contract/protocols/lookup";
import { seemsSecret } from "@/lib/probes/http/redact";
import { isForAnyOrigin } from "@/lib/probes/http/request-text";

const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Returns the variable name for a secret: `shop` + `Authorization` → `SHOP_AUTHORIZATION`. */
export function variableName(...parts: string[]): string {
  const name = parts
    .join("_")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

type Reference = (...parts: string[]) => string;

export const reference: Reference = (...parts) => `\${${variableName(...parts)}}`;

/** Returns a function like `reference` that never returns a variable twice: its second time is `NAME_2`. */
export function uniqueReferences(): Reference {
  /** The last number of each variable, so that items of one name take no longer than others. */
  const numbers = new Map<string, number>();
  return (...parts) => {
    const base = reference(...parts);
    let number = numbers.get(base) ?? 1;
    let found = base;
    while (numbers.has(found)) {
      number += 1;
      found = reference(...parts, String(number));
    }
    numbers.set(base, number);
    numbers.set(found, numbers.get(found) ?? 1);
    return found;
  };
}

/**
 * Replaces a request's secrets with references so that it can be committed to a repository: every header except those that may go to
 * any origin (a header's name does not reveal what it carries), every secret field, and a URL, body, or message that looks like it contains a secret.
 */
export function withoutSecrets(
  key: string,
  request: Record<string, unknown>,
  referTo = reference,
): Record<string, unknown> {
  const hidden = { ...request };
  for (const field of [...SECRET_FIELDS, "url"]) {
    const isSecret = !["url", "body", "message"].includes(field);
    const value = request[field];
    if (typeof value === "string" && (isSecret || seemsSecret(value))) hidden[field] = referTo(key, field);
  }
  if (Array.isArray(request.headers))
    hidden.headers = request.headers.map((header: { name: string; value: string }) =>
      isForAnyOrigin(header.name) ? header : { ...header, value: referTo(key, header.name) },
    );
  return hidden;
}

/** Replaces an integration's secret settings with references. */
export function settingsWithoutSecrets(
  key: string,
  integration: Record<string, unknown>,
  referTo = reference,
): Record<string, unknown> {
  const settings = { ...Object(integration.settings) } as Record<string, unknown>;
  for (const name of secretsOf(APPS[integration.app as AppId]))
    if (settings[name] !== undefined && settings[name] !== null) settings[name] = referTo(key, name);
  return settings;
}

export interface Filled {
  readonly value: unknown;
  /** Variables that are not set and have no stored value. */
  readonly missing: string[];
  /** Places, such as `settings.secret`, that have the stored value because their variable is not set. */
  readonly kept: string[];
}

/** Replaces `${NAME}` with variables; an unset one keeps the `stored` value at the same place. */
export function fillReferences(
  value: unknown,
  stored: unknown,
  variable: (name: string) => string | undefined,
): Filled {
  const missing: string[] = [];
  const kept: string[] = [];
  const fill = (given: unknown, before: unknown, place: string): unknown => {
    if (typeof given === "string") {
      const name = REFERENCE.exec(given)?.[1];
      if (name === undefined) return given;
      const known = variable(name);
      if (known !== undefined) return known;
      if (typeof before !== "string") missing.push(name);
      else kept.push(place);
      return before;
    }
    if (Array.isArray(given))
      return given.map((item, index) => fill(item, at(before, index), `${place}.${index}`));
    if (given === null || typeof given !== "object") return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, item]) => [
        key,
        fill(item, at(before, key), place ? `${place}.${key}` : key),
      ]),
    );
  };
  return { value: fill(value, stored, ""), missing, kept };
}

function at(value: unknown, key: string | number): unknown {
  return value !== null && typeof value === "object"
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}
