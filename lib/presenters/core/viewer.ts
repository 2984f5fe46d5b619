import type { Region } from "@/lib/contract/core/regions";

/** Who looks at the dashboard, as its shell shows it. */
export interface Viewer {
  user: { id: number; name: string; email: string; role: "owner" | "admin" | "member" };
  organization: string;
  project: { id: number; name: string } | null;
  projects: { id: number; name: string }[];
  permissions: string[];
  /** Regions whose place may be named; checks of others come from this server. */
  namedRegions: Region[];
}
