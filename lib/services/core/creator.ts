import { type Caller, requirePermission } from "./caller";

interface CreatorColumns {
  creator_type: "user" | "api_key";
  creator_id: number;
  creator_label: string;
}

/** Returns the author of a write: the person behind a session or user token, otherwise the API key. */
export function creatorOf(caller: Caller): CreatorColumns {
  const isPerson = caller.userId !== null && caller.kind !== "api_key";
  return {
    creator_type: isPerson ? "user" : "api_key",
    creator_id: isPerson ? (caller.userId ?? caller.id) : caller.id,
    creator_label: caller.label,
  };
}

/** Requires the author; anyone else needs `incidents:moderate`. */
export function requireAuthor(caller: Caller, written: Omit<CreatorColumns, "creator_label">): void {
  const own = creatorOf(caller);
  if (own.creator_type === written.creator_type && own.creator_id === written.creator_id) return;
  requirePermission(caller, "incidents:moderate");
}
