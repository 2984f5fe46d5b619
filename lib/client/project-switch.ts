import { request } from "./request";
import { routes } from "./routes";

/** What is said once after a page was loaded anew in another project. */
const NOTE_KEY = "project-note";

/** Waits until the person sees the page: a page that the browser prepares ahead, or opens in the background, changes nothing. */
export function whenSeen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && resolve(), {
      signal,
    }),
  );
}

/** The session works in the project from now on. */
export async function workIn(projectId: number): Promise<void> {
  await request(routes.switchProject, { body: { project_id: projectId } });
}

/** Kept for this tab over the loading of the next page; a browser without storage says nothing. */
export function leaveProjectNote(projectName: string): void {
  try {
    sessionStorage.setItem(NOTE_KEY, projectName);
  } catch {}
}

/** The name of the project that this tab was just switched to, once. */
export function takeProjectNote(): string | null {
  try {
    const name = sessionStorage.getItem(NOTE_KEY);
    sessionStorage.removeItem(NOTE_KEY);
    return name;
  } catch {
    return null;
  }
}
