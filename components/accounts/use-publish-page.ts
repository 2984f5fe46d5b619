"use client";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import { ApiError } from "@/lib/contract/core/errors";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { starterPage } from "@/lib/presenters/status-pages/starter-page";

/** Publishes a status page with one monitor. Adds a number to the subdomain if it's taken. */
export function usePublishPage(viewer: Viewer): {
  url: string | null;
  busy: boolean;
  publish: (monitor: Monitor) => void;
} {
  const [url, setUrl] = useState<string | null>(null);
  const save = useSave(routes.createStatusPage, { fields: true, onDone: (page) => setUrl(page.url) });
  const publish = async (monitor: Monitor) => {
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      try {
        await save.mutateAsync({ body: starterPage(viewer.organization, monitor, attempt) });
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || !error.errors?.subdomain) return;
      }
    }
  };
  return { url, busy: save.isPending, publish: (monitor) => void publish(monitor) };
}
