import { appUrl } from "@/lib/shared/env";

/** Returns the Location of a created record: the list's path plus its ID. */
export function locationOf(path: string, made: unknown): Record<string, string> {
  const id = made !== null && typeof made === "object" && "id" in made ? made.id : null;
  return id === null ? {} : { Location: `${appUrl()}${path.replace(/\/$/, "")}/${String(id)}` };
}
