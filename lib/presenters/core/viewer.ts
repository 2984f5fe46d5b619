import type { Region } from "@/lib/contract/core/regions";

/** The signed-in user, as the dashboard shell shows them. */
export interface Viewer {
  user: { id: number; name: string; email: string; role: "owner" | "admin" | "member" };
  organization: string;
  project: { id: number; name: string; is_demo: boolean } | null;
  projects: { id: number; name: string }[];
  permissions: string[];
  /** Regions whose city may be named. Checks of other regions come from this server. */
  namedRegions: Region[];
}
