import { noteProject } from "./project-gone";
import { request } from "./request";
import { routes } from "./routes";

/** Storage key of the note shown once after the page reloaded in another project. */
const NOTE_KEY = "project-note";

/** Waits until the page is visible, so that prerendered and background pages don't switch the project. */
export function whenSeen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && resolve(), {
      signal,
    }),
  );
}

export async function workIn(projectId: number): Promise<void> {
  await request(routes.switchProject, { body: { project_id: projectId } });
  noteProject();
}

/** Keeps the project's name for this tab across the next page load. Without session storage, no note is shown. */
export function leaveProjectNote(projectName: string): void {
  try {
    sessionStorage.setItem(NOTE_KEY, projectName);
  } catch {}
}

/** Returns the name of the project that this tab was just switched to, and forgets it. */
export function takeProjectNote(): string | null {
  try {
    const name = sessionStorage.getItem(NOTE_KEY);
    sessionStorage.removeItem(NOTE_KEY);
    return name;
  } catch {
    return null;
  }
}
