import { readdirSync } from "node:fs";
import path from "node:path";

const FOLDER = "app/(dashboard)";

/** The record that the pages of one section show. */
export type RecordIds = Readonly<Record<"monitors" | "incidents" | "maintenance" | "status-pages", number>>;

/** Returns the path of every dashboard page, or of those in a route group, with the given records in place of `[id]`. */
export function dashboardPaths(ids: RecordIds, group = ""): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const folders = files
    .filter((file) => file.startsWith(group) && path.basename(file) === "page.tsx")
    .map((file) => path.dirname(file));
  const paths = folders.map((folder) => {
    const parts = folder.split(path.sep).filter((part) => part !== "." && !part.startsWith("("));
    const [section = ""] = parts;
    return `/${parts.map((part) => (part === "[id]" ? String(ids[section as keyof RecordIds]) : part)).join("/")}`;
  });
  return paths.sort();
}
