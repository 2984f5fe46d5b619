import * as z from "zod";
import { Host } from "./host";

/** The request of an ICMP monitor. */
export const IcmpRequest = z.object({ host: Host });
export type IcmpRequest = z.infer<typeof IcmpRequest>;
