import { sessionCaller } from "@/lib/http/auth/authenticate";
import { endedCookie, sessionCookieName } from "@/lib/http/auth/cookies";
import { deviceOf, newSessionReply } from "@/lib/http/auth/device";
import { refuseForeignBrowser } from "@/lib/http/auth/same-origin";
import { RawReply } from "@/lib/http/request";
import { handlers } from "@/lib/http/router/handler";
import type { Device } from "@/lib/services/accounts/known-origins";
import { requestPasswordReset } from "@/lib/services/accounts/password-reset";
import * as sessions from "@/lib/services/accounts/sessions";
import * as setup from "@/lib/services/accounts/setup";
import * as twoFactor from "@/lib/services/accounts/two-factor";

/** Returns the new session as JSON, with its cookies. */
async function signedIn(token: string, device: Device): Promise<RawReply> {
  const caller = await sessionCaller(`${sessionCookieName()}=${token}`);
  if (!caller) throw new Error("The session was not found right after it was created.");
  const body = JSON.stringify(await sessions.getSession(caller));
  return newSessionReply(token, device, { status: 200, body });
}

export const accountHandlers = handlers({
  signIn: async ({ body, request }) => {
    refuseForeignBrowser(request);
    const device = deviceOf(request);
    return signedIn(await sessions.signIn(body, device), device);
  },
  signOut: async ({ caller }) => {
    await sessions.signOut(caller);
    return new RawReply(204, { "Set-Cookie": endedCookie() }, "");
  },
  getSession: ({ caller }) => sessions.getSession(caller),
  switchProject: ({ caller, body }) => sessions.switchProject(caller, body.project_id),
  getSetup: ({ params, request }) => setup.getSetup(params.token, request.remoteAddress),
  completeSetup: async ({ params, body, request }) => {
    refuseForeignBrowser(request);
    const device = deviceOf(request);
    return signedIn(await setup.completeSetup(params.token, body, device), device);
  },
  requestPasswordReset: ({ body, request }) => {
    refuseForeignBrowser(request);
    return requestPasswordReset(body.email, request.remoteAddress);
  },
  changePassword: async ({ caller, body, request }) => {
    const device = deviceOf(request);
    const token = await sessions.changePassword(caller, body, device);
    return newSessionReply(token, device, { status: 204, body: "" });
  },
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
});
