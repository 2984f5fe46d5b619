const MAX_PREFIX_CHARS = 8;

/** `Test Project` → `test-project`: ASCII only, so that no two scripts look alike (T43); nothing left → `project`. */
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

/** What stands before the number of an incident: `test-project` → `TESTPROJ`. */
export function incidentPrefixOf(slug: string): string {
  return slug.replaceAll("-", "").slice(0, MAX_PREFIX_CHARS).toUpperCase();
}
