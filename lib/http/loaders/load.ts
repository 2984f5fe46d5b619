import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { type Input, pathOf, type Route } from "@/lib/client/route";
import type { Session } from "@/lib/contract/accounts/accounts";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError, unauthenticated } from "@/lib/contract/core/errors";
import { sessionViewer } from "@/lib/http/auth/authenticate";
import { dispatch } from "@/lib/http/router/dispatch";
import { ASKED_PATH, signInAddress } from "@/lib/presenters/accounts/sign-in-address";
import type { Caller } from "@/lib/services/core/caller";

const NEVER = new AbortController().signal;

/** Authenticates once per render, because a page reads several times. */
const signedIn = cache(sessionViewer);

async function callerOf(cookie: string): Promise<Caller> {
  const found = await signedIn(cookie);
  if (!found) throw unauthenticated();
  return found.caller;
}

/** Returns who is signed in. Throws 401 without a session. */
export async function loadCaller(): Promise<Caller> {
  return await callerOf((await cookies()).toString());
}

/** Returns the session, which was read with the caller. Redirects to the sign-in page without one. */
export async function loadSession(): Promise<Session> {
  const found = await signedIn((await cookies()).toString());
  return found ? found.session : await signIn();
}

async function signIn(): Promise<never> {
  redirect(signInAddress((await headers()).get(ASKED_PATH)));
}

/** Returns the front door's facts about the request. */
async function origin(): Promise<{ host: string; address: string }> {
  const given = await headers();
  return { host: given.get("host") ?? "localhost", address: given.get("x-forwarded-for") ?? "" };
}

/** Caches responses per render, so that a layout and its page share one request. */
const answer = cache(async (path: string): Promise<{ status: number; text: string }> => {
  const cookie = (await cookies()).toString();
  const { host, address } = await origin();
  const [pathname = path, search = ""] = path.split("?");
  const given: Record<string, string> = { cookie, host, accept: "application/json" };
  const reply = await dispatch({
    method: "GET",
    path: `/api${pathname}`,
    search: search ? `?${search}` : "",
    headers: (name) => given[name.toLowerCase()],
    body: async () => Buffer.alloc(0),
    remoteAddress: address,
    caller: () => callerOf(cookie),
    signal: NEVER,
  });
  return { status: reply.status, text: typeof reply.body === "string" ? reply.body : String(reply.body) };
});

/**
 * Reads data for a server component through the same route table, permissions, and response shapes as the browser's
 * requests, without a socket. Redirects to the sign-in page without a session, and renders "not found" for a missing
 * record.
 */
export async function load<E extends Endpoint, Answer>(
  route: Route<E, Answer>,
  input: Input<E> = {},
): Promise<Answer> {
  return (await loadIfFound(route, input)) ?? notFound();
}

/** Like `load`, but returns null for a missing record. */
export async function loadIfFound<E extends Endpoint, Answer>(
  route: Route<E, Answer>,
  input: Input<E> = {},
): Promise<Answer | null> {
  const { status, text } = await answer(pathOf(route, input));
  if (status === 401) await signIn();
  if (status === 404) return null;
  const body = JSON.parse(text) as Answer & { message?: string };
  if (status !== 200) throw new ApiError(status, body.message ?? `The API responded with ${status}.`);
  return body;
}
