"use client";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { useAttempt } from "@/components/shell/use-attempt";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { workIn } from "@/lib/client/project-switch";
import type { Viewer } from "@/lib/presenters/core/viewer";

/** Returns a function that switches the session's project and reloads, because everything on screen belongs to a project. */
export function useSwitchTo(): (projectId: number) => void {
  const [, attempt] = useAttempt();
  return (projectId) =>
    attempt(async () => {
      await workIn(projectId);
      location.assign("/");
    });
}

export function ProjectSwitcher({ viewer }: { viewer: Viewer }) {
  const switchTo = useSwitchTo();
  return (
    <Menu
      label="Switch project"
      align="start"
      triggerClass="flex w-full items-center gap-2 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-left hover:bg-hover"
      trigger={
        <>
          <span className="grid size-5 shrink-0 place-items-center rounded bg-accent-soft text-[11px] font-semibold text-accent">
            {viewer.project?.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium">{viewer.project?.name ?? "No project"}</span>
            <span className="block truncate text-xs text-muted">{viewer.organization}</span>
          </span>
          <ChevronsUpDown className="size-3.5 text-muted" aria-hidden="true" />
        </>
      }
    >
      {viewer.projects.map((project) => (
        <MenuItem key={project.id} onSelect={() => switchTo(project.id)}>
          <span className="min-w-0 flex-1 break-words">{project.name}</span>
          {project.id === viewer.project?.id && <Check aria-label="current" />}
        </MenuItem>
      ))}
      {viewer.user.role !== "member" && (
        <MenuItem href="/settings/projects">
          <Plus /> Projects…
        </MenuItem>
      )}
    </Menu>
  );
}
