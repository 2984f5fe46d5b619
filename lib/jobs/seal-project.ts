import * as z from "zod";
import { resealProject } from "@/lib/pages/reseal";

const Payload = z.object({ projectId: z.number().int() });

/** Renders the project's public pages again; asked for by `requestSeal`. */
export async function sealProject(payload: unknown): Promise<void> {
  await resealProject(Payload.parse(payload).projectId);
}
