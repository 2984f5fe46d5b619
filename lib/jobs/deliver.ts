import * as z from "zod";
import { deliver } from "@/lib/services/deliver";

const Payload = z.object({ deliveryId: z.number().int() });

/** A turn of one delivery. Its own schedule decides when it comes again; the worker repeats it only when the database failed. */
export async function deliverJob(payload: unknown): Promise<void> {
  await deliver(Payload.parse(payload).deliveryId);
}
