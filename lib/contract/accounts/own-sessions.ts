import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** A browser session of the user. */
export const OwnSession = z.object({
  id: Id,
  current: z.boolean().meta({ description: "Whether this request used the session." }),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: DateOut,
  last_seen_at: DateOut.meta({ description: "Accurate to within five minutes." }),
});
export type OwnSession = z.infer<typeof OwnSession>;

const EndOtherSessions = z.object({
  kept_browser: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .meta({ description: "Fingerprint of the browser in which notifications stay on." }),
});
export type EndOtherSessions = z.infer<typeof EndOtherSessions>;

export const endpoints = endpointsOf("session", "Accounts", {
  listOwnSessions: { at: "GET /sessions", summary: "List your sessions", response: OwnSession, list: true },
  endOwnSession: { at: "DELETE /sessions/{sessionId}", summary: "End one of your sessions" },
  endOtherSessions: {
    at: "DELETE /sessions",
    summary: "End all of your other sessions",
    description: "Turns off notifications in your browsers as well.",
    query: EndOtherSessions,
  },
});
