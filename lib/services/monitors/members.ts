import { invalidField } from "@/lib/contract/core/errors";
import { hasMembers } from "@/lib/contract/protocols/lookup";
import { membersOf } from "@/lib/contract/protocols/members";
import type { Tx } from "@/lib/store/core/tx";
import { lockMembers } from "@/lib/store/monitors/monitors";
import type { MonitorTarget } from "./target";

const FIELD = "request.members";

/**
 * Throws 422 unless the members of these groups are monitors of the project that have no members themselves, so that no group can
 * depend on itself. They can't be deleted before the transaction ends.
 */
export async function requireMembers(
  trx: Tx,
  projectId: number,
  monitors: readonly MonitorTarget[],
): Promise<void> {
  const groups = monitors.filter(({ protocol }) => hasMembers(protocol));
  const ids = groups.flatMap(({ request }) => membersOf(request));
  if (groups.some(({ request }) => membersOf(request).length === 0))
    throw invalidField(FIELD, `${FIELD} must contain at least one monitor; got none.`);
  if (ids.length === 0) return;
  const known = await lockMembers(trx, projectId, ids);
  const missing = ids.find((id) => !known.some((row) => row.id === id));
  if (missing !== undefined)
    throw invalidField(FIELD, `${FIELD} must contain monitors of this project; got ${missing}.`);
  const nested = known.find(({ protocol }) => hasMembers(protocol));
  if (nested) throw invalidField(FIELD, `${FIELD} must not contain groups; ${nested.name} is one.`);
  for (const { request } of groups) {
    const { required } = request as { required?: number | null };
    const { length } = membersOf(request);
    if ((required ?? 0) > length)
      throw invalidField(
        "request.required",
        `request.required must not exceed the number of members (${length}); got ${required}.`,
      );
  }
}
