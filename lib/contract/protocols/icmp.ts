import * as z from "zod";
import { Host } from "./host";

/** What an ICMP monitor pings. */
export const IcmpRequest = z.object({ host: Host });
export type IcmpRequest = z.infer<typeof IcmpRequest>;
