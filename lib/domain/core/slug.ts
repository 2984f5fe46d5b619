const MAX_PREFIX_CHARS = 8;

/**
 * Returns the slug of a name: `Test Project` → `test-project`. ASCII only, so that look-alike characters can't imitate
 * another slug. Falls back to `project`.
 */
export function slugOf(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/æ/gi, "ae")
    .replace(/ø/gi, "o")
    .toLowerCase();
  return ascii.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "project";
}

/** Returns the prefix of incident numbers: `test-project` → `TESTPROJ`. */
export function incidentPrefixOf(slug: string): string {
  return slug.replaceAll("-", "").slice(0, MAX_PREFIX_CHARS).toUpperCase();
}
