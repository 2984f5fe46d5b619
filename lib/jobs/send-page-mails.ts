import * as z from "zod";
import { sendPageMails } from "@/lib/services/page-mails";

const Payload = z.object({ ids: z.array(z.number().int()) });

/** Mails to a page's subscribers. Each has its own schedule in its row; the worker repeats only when the database failed. */
export async function sendPageMailsJob(payload: unknown): Promise<void> {
  await sendPageMails(Payload.parse(payload).ids);
}
