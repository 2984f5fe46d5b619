import * as z from "zod";
import { deliverPush } from "@/lib/services/deliver-push";

const Payload = z.object({ deliveryId: z.number().int() });

/** A turn of one notification to one browser. Its own schedule decides when it comes again. */
export async function deliverPushJob(payload: unknown): Promise<void> {
  await deliverPush(Payload.parse(payload).deliveryId);
}
