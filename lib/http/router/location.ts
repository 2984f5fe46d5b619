import { appUrl } from "@/lib/shared/env";

/** The Location of what was just made: its id below the path of the list. */
export function locationOf(path: string, made: unknown): Record<string, string> {
  const id = made !== null && typeof made === "object" && "id" in made ? made.id : null;
  return id === null ? {} : { Location: `${appUrl()}${path.replace(/\/$/, "")}/${String(id)}` };
}
