import * as z from "zod";
import { tellOfWindow } from "@/lib/services/page-audience";

const Payload = z.object({ windowId: z.number().int() });

/** A planned window becomes mails to the subscribers of its pages. */
export async function tellOfWindowJob(payload: unknown): Promise<void> {
  await tellOfWindow(Payload.parse(payload).windowId);
}
