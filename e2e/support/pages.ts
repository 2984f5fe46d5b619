import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Stack } from "./stack";

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

/** Opens a dashboard page and waits until it is hydrated, so that it reacts to keys, and has read its data. */
export async function visit(page: Page, stack: Stack, path: string): Promise<void> {
  await page.goto(`${stack.url}${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch project" }).first()).toBeEnabled();
  // Not "networkidle", which the stream of live updates would keep waiting.
  await expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
}
