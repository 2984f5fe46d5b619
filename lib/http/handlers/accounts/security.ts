import { deviceOf, newSessionReply } from "@/lib/http/auth/device";
import { handlers } from "@/lib/http/router/handler";
import * as auditLog from "@/lib/services/accounts/audit-log";
import * as keys from "@/lib/services/accounts/keys";
import * as sessions from "@/lib/services/accounts/own-sessions";
import * as twoFactor from "@/lib/services/accounts/two-factor";

export const securityHandlers = handlers({
  getTwoFactor: ({ caller }) => twoFactor.getTwoFactor(caller),
  beginTwoFactor: ({ caller, body }) => twoFactor.beginTwoFactor(caller, body),
  confirmTwoFactor: async ({ caller, body, request }) => {
    const device = deviceOf(request);
    const { codes, token } = await twoFactor.confirmTwoFactor(caller, body.code, device);
    const answer = JSON.stringify({ recovery_codes: codes });
    return newSessionReply(token, device, { status: 200, body: answer });
  },
  renewRecoveryCodes: async ({ caller, body, request }) => ({
    recovery_codes: await twoFactor.renewRecoveryCodes(caller, body.code, deviceOf(request)),
  }),
  endTwoFactor: async ({ caller, body, request }) => {
    const device = deviceOf(request);
    const token = await twoFactor.endTwoFactor(caller, body, device);
    return newSessionReply(token, device, { status: 204, body: "" });
  },
  listOwnSessions: ({ caller, page }) => sessions.listOwnSessions(caller, page),
  endOwnSession: ({ caller, params }) => sessions.endOwnSession(caller, params.sessionId),
  endOtherSessions: ({ caller, query }) => sessions.endOtherSessions(caller, query),
  listAuditLog: ({ caller, query, page }) => auditLog.listAuditLog(caller, query, page),
  listKeys: ({ caller, page }) => keys.listKeys(caller, page),
  createKey: ({ caller, body }) => keys.createKey(caller, body),
  revokeKey: ({ caller, params }) => keys.revokeKey(caller, params.keyId),
});
