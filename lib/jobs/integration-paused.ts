import * as z from "zod";
import { tellIntegrationPaused } from "@/lib/services/paused-notice";

const Payload = z.object({ integrationId: z.number().int(), reason: z.string() });

/** Mail to owners and admins; repeated by the worker's own back-off while the mail server is away. */
export async function integrationPausedJob(payload: unknown): Promise<void> {
  const { integrationId, reason } = Payload.parse(payload);
  await tellIntegrationPaused(integrationId, reason);
}
