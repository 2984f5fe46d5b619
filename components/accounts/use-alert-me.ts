"use client";
import { useRef, useState } from "react";
import { useToast } from "@/components/ui/overlays/toast";
import { makeFirstRules } from "@/lib/client/first-rules";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";

/**
 * Creates an email integration for the viewer and the two most common alert rules. `integrationId` is null until both are there. After
 * a failure, the next try keeps the integration.
 */
export function useAlertMe(viewer: Viewer): {
  integrationId: number | null;
  busy: boolean;
  start: () => void;
} {
  const [integrationId, setIntegrationId] = useState<number | null>(null);
  const createdId = useRef<number | null>(null);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const create = async () => {
    const { id } = await request(routes.createIntegration, {
      params: { app: "email" },
      body: { name: `Email to ${viewer.user.name}`.slice(0, 50), settings: { members: [viewer.user.id] } },
    });
    return id;
  };
  const make = async () => {
    setBusy(true);
    try {
      createdId.current ??= await create();
      await makeFirstRules(createdId.current, () => null);
      setIntegrationId(createdId.current);
    } catch (error) {
      toast(error instanceof Error ? error.message : "Couldn't set up alerts.", { tone: "failed" });
    } finally {
      setBusy(false);
    }
  };
  return { integrationId, busy, start: () => void make() };
}
