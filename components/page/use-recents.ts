"use client";
import { useEffect } from "react";
import { keepRecent, type Recent, readRecents } from "@/lib/client/recents";
import { useViewer } from "./viewer-context";

function useOwner(): string {
  const viewer = useViewer();
  return `${viewer?.user.id}/${viewer?.project?.id}`;
}

/** Returns the records that the person opened last. */
export function useRecents(): Recent[] {
  return readRecents(useOwner());
}

/** Records that the person opened a record; null while it loads. */
export function useVisit(href: string, label: string | undefined): void {
  const owner = useOwner();
  useEffect(() => {
    if (label !== undefined) keepRecent(owner, { href, label });
  }, [owner, href, label]);
}
