"use client";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { makeFirstRules } from "@/lib/client/first-rules";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";

/** Creates an email integration for the viewer and the two most common alert rules. */
export function useAlertMe(viewer: Viewer): { done: boolean; busy: boolean; start: () => void } {
  const [state, setState] = useState<"open" | "busy" | "done">("open");
  const toast = useToast();
  const make = async () => {
    setState("busy");
    try {
      const integration = await request(routes.createIntegration, {
        params: { app: "email" },
        body: { name: `Email to ${viewer.user.name}`.slice(0, 50), settings: { members: [viewer.user.id] } },
      });
      await makeFirstRules(integration.id, () => null);
      setState("done");
    } catch (error) {
      setState("open");
      toast(error instanceof Error ? error.message : "Couldn't set up alerts.", { tone: "failed" });
    }
  };
  return { done: state === "done", busy: state === "busy", start: () => void make() };
}
