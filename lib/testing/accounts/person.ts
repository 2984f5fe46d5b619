import { api } from "@/lib/testing/api";
import { TEST_PASSWORD } from "./test-accounts";

const ORIGIN = { origin: "http://localhost:3000" };

/** Returns the session cookie that a response sets, as a browser would send it back. */
export function cookieOf(headers: Record<string, string>): string {
  return headers["Set-Cookie"]?.split(";")[0] ?? "";
}

/** Returns a client with this session cookie, from the dashboard's own origin. */
export function withCookie(cookie: string) {
  return api(undefined, { headers: { cookie, ...ORIGIN } });
}

/** Signs in and returns the client with its cookie. Throws if sign-in is refused. */
export async function signedIn(email: string, more: { password?: string; code?: string } = {}) {
  const answer = await api().post("/session", { email, password: TEST_PASSWORD, ...more });
  if (answer.status !== 200) throw new Error(`Sign-in returned ${answer.status}: ${answer.text}`);
  const cookie = cookieOf(answer.headers);
  return { ...withCookie(cookie), cookie };
}
