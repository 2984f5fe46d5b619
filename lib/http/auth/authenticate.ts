import type { Session } from "@/lib/contract/accounts/accounts";
import { unauthenticated } from "@/lib/contract/core/errors";
import type { ApiRequest } from "@/lib/http/request";
import { isTokenForm } from "@/lib/services/accounts/api-token";
import { IDLE_MS } from "@/lib/services/accounts/session-times";
import { sessionOf } from "@/lib/services/accounts/sessions";
import { trace } from "@/lib/services/accounts/traces";
import type { Caller } from "@/lib/services/core/caller";
import { permissionsOfKey, permissionsOfRole } from "@/lib/services/core/caller";
import { clientBucket } from "@/lib/shared/address-ranges";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import {
  addKeyAddress,
  type KeyRow,
  type SessionRow,
  selectLiveKey,
  selectLiveSession,
  touchKey,
  touchSession,
} from "@/lib/store/accounts/credentials";
import { selectSessionViewer } from "@/lib/store/reports/viewer";
import { sessionToken } from "./cookies";

const KEY_TOUCH_MS = 60_000;
const SESSION_TOUCH_MS = 5 * 60_000;
const MAX_HEADER_CHARS = 200;

/**
 * Returns the caller of a Bearer token or session cookie, or throws 401. Reads the database every time, so that revocation takes
 * effect immediately.
 */
export async function authenticate(request: ApiRequest): Promise<Caller> {
  const header = request.headers("authorization");
  const caller =
    header === undefined
      ? await sessionCaller(request.headers("cookie"))
      : await keyCaller(bearerToken(header), request.remoteAddress);
  if (!caller) throw unauthenticated();
  return caller;
}

/** Returns the token of `Bearer <token>`, or null for any other header. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.length > MAX_HEADER_CHARS) return null;
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? null;
}

async function keyCaller(token: string | null, address: string): Promise<Caller | null> {
  if (token === null || !isTokenForm(token)) return null;
  const key = await selectLiveKey(sha256(token));
  if (!key) return null;
  touch(`key:${key.id}`, key.last_used_at, KEY_TOUCH_MS, (at) => touchKey(key.id, at));
  const caller = toKeyCaller(key);
  if (caller) noteAddress(caller, key, address);
  return caller;
}

/** Records a use from a new address. The first one is that of the person who created the key. */
function noteAddress(caller: Caller, key: KeyRow, address: string): void {
  const bucket = clientBucket(address);
  if (key.addresses.includes(bucket)) return;
  touch(`address:${key.id} ${bucket}`, null, 0, async () => {
    await addKeyAddress(key.id, bucket);
    const entry = {
      organizationId: caller.organizationId,
      actor: { type: "api_key", id: key.id, label: key.name } as const,
      subject: { type: "api_key", id: key.id },
    };
    if (key.addresses.length > 0)
      trace({ action: "key.new_address", entry, address, detail: { name: key.name } });
  });
}

function toKeyCaller(key: KeyRow): Caller | null {
  const isUser = key.kind === "user";
  if (isUser && (key.role === null || key.user_id === null)) return null;
  return {
    kind: isUser ? "user_token" : "api_key",
    id: key.id,
    label: isUser ? (key.user_name ?? key.name) : key.name,
    organizationId: key.organization_id,
    projectId: key.project_id,
    isProjectKey: key.kind === "project",
    userId: key.user_id,
    role: key.role,
    permissions:
      isUser && key.role
        ? permissionsOfRole(key.role)
        : permissionsOfKey(key.platform_access, key.uptime_access),
  };
}

/** Returns the signed-in user of a Cookie header in their current project, or null without a live session. */
export async function sessionCaller(cookieHeader: string | undefined): Promise<Caller | null> {
  const session = await liveSession(cookieHeader, selectLiveSession);
  return session && toSessionCaller(session);
}

/** Returns the signed-in user of a Cookie header with what a page shows of them, or null without a live session. */
export async function sessionViewer(
  cookieHeader: string | undefined,
): Promise<{ caller: Caller; session: Session } | null> {
  const row = await liveSession(cookieHeader, selectSessionViewer);
  if (!row) return null;
  const caller = toSessionCaller(row);
  return { caller, session: sessionOf(caller, row) };
}

/** Reads the session of a Cookie header and records its use. Returns null unless it is live. */
async function liveSession<Row extends SessionRow>(
  cookieHeader: string | undefined,
  select: (tokenHash: Buffer, idleSince: Date) => Promise<Row | null>,
): Promise<Row | null> {
  const token = sessionToken(cookieHeader);
  if (token === null || token.length > MAX_HEADER_CHARS) return null;
  const row = await select(sha256(token), new Date(now().getTime() - IDLE_MS));
  if (row) touch(`session:${row.id}`, row.last_seen_at, SESSION_TOUCH_MS, (at) => touchSession(row.id, at));
  return row;
}

function toSessionCaller(session: SessionRow): Caller {
  return {
    kind: "session",
    id: session.id,
    label: session.name,
    organizationId: session.organization_id,
    projectId: session.project_id,
    userId: session.user_id,
    role: session.role,
    permissions: permissionsOfRole(session.role),
  };
}

/** Records the last use at most once per `everyMs` without delaying the request. A failure is only logged. */
function touch(key: string, last: Date | null, everyMs: number, write: (at: Date) => Promise<void>): void {
  const at = now();
  if (last && at.getTime() - last.getTime() < everyMs) return;
  const writing = once("http.touches", () => new Set<string>());
  if (writing.has(key)) return;
  writing.add(key);
  write(at)
    .catch((error: unknown) => log.debug("could not record last use", { error }))
    .finally(() => writing.delete(key));
}
