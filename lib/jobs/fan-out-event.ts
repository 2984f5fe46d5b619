import * as z from "zod";
import { fanOutEvent } from "@/lib/services/fan-out";

const Payload = z.object({ eventId: z.number().int() });

/** An event becomes deliveries; asked for by `recordEvent`. */
export async function fanOutEventJob(payload: unknown): Promise<void> {
  await fanOutEvent(Payload.parse(payload).eventId);
}
