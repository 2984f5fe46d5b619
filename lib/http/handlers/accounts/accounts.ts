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
import * as users from "@/lib/services/accounts/users";
import { getRecordProject } from "@/lib/services/projects/record-projects";

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
  getSession: ({ caller }) => sessions.getSession(caller),
  signOut: async ({ caller }) => {
    await sessions.signOut(caller);
    return new RawReply(204, { "Set-Cookie": endedCookie() }, "");
  },
  switchProject: ({ caller, body }) => sessions.switchProject(caller, body.project_id),
  getRecordProject: ({ caller, params }) => getRecordProject(caller, params.kind, params.recordId),
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
  getAccount: ({ caller }) => users.getAccount(caller),
  updateAccount: ({ caller, body }) => users.updateAccount(caller, body),
  changePassword: async ({ caller, body, request }) => {
    const device = deviceOf(request);
    const token = await sessions.changePassword(caller, body, device);
    return newSessionReply(token, device, { status: 204, body: "" });
  },
});
