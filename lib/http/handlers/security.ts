import { listAuditLog } from "@/lib/contract/audit-log";
import * as sessionContract from "@/lib/contract/own-sessions";
import * as contract from "@/lib/contract/two-factor";
import * as auditLog from "@/lib/services/audit-log";
import * as sessions from "@/lib/services/own-sessions";
import * as twoFactor from "@/lib/services/two-factor";
import { deviceOf, newSessionCookie } from "../device";
import { handlers } from "../handler";
import { RawReply } from "../request";

export const securityHandlers = handlers({
  [contract.getTwoFactor.id]: ({ caller }) => twoFactor.getTwoFactor(caller),
  [contract.beginTwoFactor.id]: ({ caller, body, request }) =>
    twoFactor.beginTwoFactor(caller, body, deviceOf(request)),
  [contract.confirmTwoFactor.id]: async ({ caller, body, request }) => {
    const { codes, token } = await twoFactor.confirmTwoFactor(caller, body.code, deviceOf(request));
    const headers = { "Content-Type": "application/json", "Set-Cookie": newSessionCookie(token) };
    return new RawReply(200, headers, JSON.stringify({ recovery_codes: codes }));
  },
  [contract.renewRecoveryCodes.id]: async ({ caller, body, request }) => ({
    recovery_codes: await twoFactor.renewRecoveryCodes(caller, body.code, request.remoteAddress),
  }),
  [contract.endTwoFactor.id]: async ({ caller, body, request }) => {
    const token = await twoFactor.endTwoFactor(caller, body, deviceOf(request));
    return new RawReply(204, { "Set-Cookie": newSessionCookie(token) }, "");
  },
  [sessionContract.listOwnSessions.id]: ({ caller, page }) => sessions.listOwnSessions(caller, page),
  [sessionContract.endOwnSession.id]: ({ caller, params }) =>
    sessions.endOwnSession(caller, params.sessionId),
  [sessionContract.endOtherSessions.id]: ({ caller }) => sessions.endOtherSessions(caller),
  [listAuditLog.id]: ({ caller, query, page }) => auditLog.listAuditLog(caller, query, page),
});
