/** Returns the code of an error of the system or of PostgreSQL (SQLSTATE); empty without one. */
export function errorCode(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : "";
}
