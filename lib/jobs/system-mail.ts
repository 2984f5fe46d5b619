import * as z from "zod";
import { sendSystemMail } from "@/lib/services/system-mail";

const Payload = z.object({
  organizationId: z.number().int(),
  to: z.array(z.object({ name: z.string(), email: z.string() })),
  message: z.object({
    level: z.enum(["down", "up", "warning", "info"]),
    title: z.string(),
    lines: z.array(z.string()),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    link: z.object({ label: z.string(), url: z.string() }),
    footer: z.string(),
  }),
});

/** A mail of the installation itself, without a secret: it waits in the queue's table. */
export async function systemMailJob(payload: unknown): Promise<void> {
  await sendSystemMail(Payload.parse(payload));
}
