import type { Viewer } from "@/lib/presenters/core/viewer";

/** Returns whether the viewer may edit and delete an update or a comment: its author, or anyone who moderates incidents. */
export function mayChangePost(viewer: Viewer | null, creator: { type: string; id: number }): boolean {
  if (!viewer?.permissions.includes("uptime:write")) return false;
  const isOwn = creator.type === "user" && creator.id === viewer.user.id;
  return isOwn || viewer.permissions.includes("incidents:moderate");
}
