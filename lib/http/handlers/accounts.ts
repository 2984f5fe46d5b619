import * as contract from "@/lib/contract/accounts";
import { ABSOLUTE_MS } from "@/lib/services/session-times";
import * as sessions from "@/lib/services/sessions";
import * as setup from "@/lib/services/setup";
import * as users from "@/lib/services/users";
import { sessionCaller } from "../authenticate";
import { endedCookie, sessionCookie, sessionCookieName, sessionToken } from "../cookies";
import { handlers } from "../handler";
import { type ApiRequest, RawReply } from "../request";
import { refuseForeignBrowser } from "../same-origin";

function deviceOf(request: ApiRequest): sessions.Device {
  return {
    address: request.remoteAddress,
    userAgent: request.headers("user-agent") ?? null,
    replaces: sessionToken(request.headers("cookie")),
  };
}

function cookieOf(token: string): string {
  return sessionCookie(token, ABSOLUTE_MS / 1000);
}

/** The new session as JSON, with its cookie. */
async function signedIn(token: string): Promise<RawReply> {
  const caller = await sessionCaller(`${sessionCookieName()}=${token}`);
  if (!caller) throw new Error("The session that was just made can't be found.");
  const body = JSON.stringify(await sessions.getSession(caller));
  return new RawReply(200, { "Content-Type": "application/json", "Set-Cookie": cookieOf(token) }, body);
}

export const accountHandlers = handlers({
  [contract.signIn.id]: async ({ body, request }) => {
    refuseForeignBrowser(request);
    return signedIn(await sessions.signIn(body, deviceOf(request)));
  },
  [contract.getSession.id]: ({ caller }) => sessions.getSession(caller),
  [contract.signOut.id]: async ({ caller }) => {
    await sessions.signOut(caller);
    return new RawReply(204, { "Set-Cookie": endedCookie() }, "");
  },
  [contract.switchProject.id]: ({ caller, body }) => sessions.switchProject(caller, body.project_id),
  [contract.getSetup.id]: ({ params, request }) => setup.getSetup(params.token, request.remoteAddress),
  [contract.completeSetup.id]: async ({ params, body, request }) => {
    refuseForeignBrowser(request);
    return signedIn(await setup.completeSetup(params.token, body, deviceOf(request)));
  },
  [contract.getAccount.id]: ({ caller }) => users.getAccount(caller),
  [contract.updateAccount.id]: ({ caller, body }) => users.updateAccount(caller, body),
  [contract.changePassword.id]: async ({ caller, body, request }) => {
    const token = await sessions.changePassword(caller, body, deviceOf(request));
    return new RawReply(204, { "Set-Cookie": cookieOf(token) }, "");
  },
});
