import type { ChangePassword, Session, SignIn } from "@/lib/contract/accounts/accounts";
import { ApiError, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { audit } from "@/lib/services/core/audit";
import type { Caller } from "@/lib/services/core/caller";
import { present } from "@/lib/shared/assert";
import { now } from "@/lib/shared/clock";
import { randomToken, sha256 } from "@/lib/shared/secret";
import { recordAudit } from "@/lib/store/accounts/audit";
import {
  deleteSession,
  deleteSessionByToken,
  insertSession,
  setSessionProject,
} from "@/lib/store/accounts/sessions";
import {
  type SignInRow,
  selectByEmail,
  selectPasswordHash,
  selectUser,
  setPassword,
} from "@/lib/store/accounts/users";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectProjects } from "@/lib/store/projects/projects";
import { selectViewer, type ViewerRow } from "@/lib/store/reports/viewer";
import { mailAccountEvent, mailNewDevice } from "./account-mails";
import { countKnown, countRepeat, forgiveAccount, signInRefusal } from "./attempts";
import { type Device, knownOrigin, rememberDevice } from "./known-origins";
import { hashPassword, passwordMatches } from "./password";
import { requireUncommon } from "./password-rule";
import { requireSecondFactor } from "./second-factor";
import { ABSOLUTE_MS } from "./session-times";
import { trace } from "./traces";

const MAX_AGENT_CHARS = 300;
const REFUSED = "The email address or password is wrong.";

/**
 * Returns a new session token for the right password and, with two-factor sign-in, a valid code. Response and timing are the
 * same for a wrong password and an unknown address.
 */
export async function signIn(input: SignIn, device: Device): Promise<string> {
  const refused = await signInRefusal(input.email, device.address);
  if (refused) await requireKnown(input.email, device, refused);
  const user = await selectByEmail(input.email);
  const matches = await passwordMatches(user?.password_hash ?? null, input.password);
  if (!user || !matches) traceSignIn("user.sign_in_failed", user, device);
  // Above the limit a wrong password gets the rate-limit response, which reveals nothing about the account.
  if (!user || !matches) throw refused ?? new ApiError(422, REFUSED, { email: [REFUSED] });
  await requireSecondFactor(user.id, input.code, device);
  await forgiveAccount(input.email);
  return tx(async (trx) => {
    await recordAudit(trx, {
      organizationId: user.organization_id,
      actor: { type: "user", id: user.id, label: user.name },
      action: "user.signed_in",
      subject: { type: "user", id: user.id },
      detail: { address: device.address },
    });
    await mailNewDevice(trx, user.id, { ...user, organizationId: user.organization_id }, device);
    return startSession(trx, user.id, device);
  });
}

function traceSignIn(action: string, user: SignInRow | null, { address }: Device): void {
  const entry = user && {
    organizationId: user.organization_id,
    actor: { type: "system", id: null, label: "Sign-in page" } as const,
    subject: { type: "user", id: user.id },
  };
  trace({ action, entry, address });
}

/** Throws the error unless this account signed in from here before, so that strangers cannot lock anyone out. */
async function requireKnown(email: string, device: Device, refused: ApiError): Promise<void> {
  const origin = await knownOrigin(email, device);
  if (origin === null) {
    traceSignIn("user.sign_in_limited", await selectByEmail(email), device);
    throw refused;
  }
  await countKnown(email, origin);
}

/** Starts a session with a new token and ends the browser's previous session, which prevents session fixation. */
export async function startSession(
  trx: Tx,
  userId: number,
  device: Device,
  projectId: number | null = null,
): Promise<string> {
  if (device.replaces) await deleteSessionByToken(trx, sha256(device.replaces));
  await rememberDevice(trx, userId, device);
  const token = randomToken();
  await insertSession(trx, {
    tokenHash: sha256(token),
    userId,
    projectId,
    userAgent: device.userAgent?.slice(0, MAX_AGENT_CHARS) ?? null,
    address: device.address,
    expiresAt: new Date(now().getTime() + ABSOLUTE_MS),
  });
  return token;
}

export async function signOut(caller: Caller): Promise<void> {
  await tx(async (trx) => {
    await deleteSession(trx, caller.id);
    await audit(trx, caller, "user.signed_out", { type: "user", id: personOf(caller) });
  });
}

/** Returns the ID of the person behind a session or user token. */
export function personOf(caller: Caller): number {
  return present(caller.userId, "the signed-in person");
}

function reachOf(caller: Caller) {
  const memberId = caller.role === "member" ? caller.userId : null;
  return { organizationId: caller.organizationId, memberId, projectId: null };
}

export async function getSession(caller: Caller): Promise<Session> {
  const viewer = await selectViewer(caller.organizationId, personOf(caller));
  return sessionOf(caller, present(viewer, "the session's user"));
}

/** Returns the session's view of its user, from rows that were already read. */
export function sessionOf(caller: Caller, viewer: ViewerRow): Session {
  const { user, organization, projects, named_regions } = viewer;
  const current = projects.find(({ id }) => id === caller.projectId) ?? null;
  return {
    user,
    organization,
    project: current,
    projects,
    permissions: [...caller.permissions],
    named_regions: REGION_CODES.filter((region) => current?.is_demo || named_regions.includes(region)),
  };
}

/** Switches the session to another project. Throws 404 for a project that the user can't access. */
export async function switchProject(caller: Caller, projectId: number): Promise<Session> {
  const { rows } = await selectProjects({ ...reachOf(caller), projectId }, { limit: 1, offset: 0 });
  if (rows.length === 0) throw recordNotFound();
  await setSessionProject(caller.id, projectId);
  return getSession({ ...caller, projectId });
}

/** Changes the password, ends all of the person's sessions and user tokens, and starts a new session for this browser. */
export async function changePassword(caller: Caller, input: ChangePassword, device: Device): Promise<string> {
  await countRepeat(caller.id);
  const userId = personOf(caller);
  if (!(await passwordMatches(await selectPasswordHash(userId), input.current_password)))
    throw invalidField("current_password", "The current password is wrong.");
  const user = present(await selectUser(caller.organizationId, userId), "the signed-in person");
  await requireUncommon("new_password", input.new_password, user);
  const passwordHash = await hashPassword(input.new_password);
  return tx(async (trx) => {
    await setPassword(trx, userId, passwordHash);
    const person = { ...user, organizationId: caller.organizationId };
    await mailAccountEvent(trx, person, "Your password was changed", device);
    await audit(trx, caller, "user.password_changed", { type: "user", id: userId });
    return startSession(trx, userId, device, caller.projectId);
  });
}
