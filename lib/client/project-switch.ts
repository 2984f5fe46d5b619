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

export interface ProjectNote {
  readonly text: string;
  /** Whether the demo was deleted, which can be undone. */
  readonly isDemoGone?: boolean;
}

/** Keeps a note for this tab across the next page load. Without session storage, no note is shown. */
export function leaveProjectNote(note: ProjectNote): void {
  try {
    sessionStorage.setItem(NOTE_KEY, JSON.stringify(note));
  } catch {}
}

/** Returns the note that the previous page of this tab left, and forgets it. */
export function takeProjectNote(): ProjectNote | null {
  try {
    const note = sessionStorage.getItem(NOTE_KEY);
    sessionStorage.removeItem(NOTE_KEY);
    return note === null ? null : (JSON.parse(note) as ProjectNote);
  } catch {
    return null;
  }
}
