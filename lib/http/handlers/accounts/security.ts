import { listAuditLog } from "@/lib/contract/accounts/audit-log";
import * as sessionContract from "@/lib/contract/accounts/own-sessions";
import * as contract from "@/lib/contract/accounts/two-factor";
import { deviceOf, newSessionReply } from "@/lib/http/auth/device";
import { handlers } from "@/lib/http/router/handler";
import * as auditLog from "@/lib/services/accounts/audit-log";
import * as sessions from "@/lib/services/accounts/own-sessions";
import * as twoFactor from "@/lib/services/accounts/two-factor";

export const securityHandlers = handlers({
  [contract.getTwoFactor.id]: ({ caller }) => twoFactor.getTwoFactor(caller),
  [contract.beginTwoFactor.id]: ({ caller, body }) => twoFactor.beginTwoFactor(caller, body),
  [contract.confirmTwoFactor.id]: async ({ caller, body, request }) => {
    const device = deviceOf(request);
    const { codes, token } = await twoFactor.confirmTwoFactor(caller, body.code, device);
    const answer = JSON.stringify({ recovery_codes: codes });
    return newSessionReply(token, device, { status: 200, body: answer });
  },
  [contract.renewRecoveryCodes.id]: async ({ caller, body, request }) => ({
    recovery_codes: await twoFactor.renewRecoveryCodes(caller, body.code, deviceOf(request)),
  }),
  [contract.endTwoFactor.id]: async ({ caller, body, request }) => {
    const device = deviceOf(request);
    const token = await twoFactor.endTwoFactor(caller, body, device);
    return newSessionReply(token, device, { status: 204, body: "" });
  },
  [sessionContract.listOwnSessions.id]: ({ caller, page }) => sessions.listOwnSessions(caller, page),
  [sessionContract.endOwnSession.id]: ({ caller, params }) =>
    sessions.endOwnSession(caller, params.sessionId),
  [sessionContract.endOtherSessions.id]: ({ caller, query }) => sessions.endOtherSessions(caller, query),
  [listAuditLog.id]: ({ caller, query, page }) => auditLog.listAuditLog(caller, query, page),
});
