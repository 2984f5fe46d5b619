import type { RegionName } from "@/lib/contract/core/regions";
import type { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Protocol } from "@/lib/contract/protocols/registry";
import type { FieldInfo } from "@/lib/presenters/core/form-fields";
import { listOrNull } from "@/lib/presenters/core/listed-text";
import type { AssertionDraft } from "./assertion-draft";
import type { ProtocolForm } from "./protocol-forms";
import { type RequestDraft, requestOf } from "./request-draft";

/** Labels and help texts for the form, from the contract. */
export interface MonitorFormInfo {
  fields: Record<string, FieldInfo>;
  protocols: ProtocolForm[];
}

type PlainMonitor = Pick<Monitor, keyof typeof MONITOR_FIELDS.shape>;

/** The form values of a monitor. */
export interface MonitorDraft extends PlainMonitor {
  protocol: Protocol;
  /** Shared by all protocols, so that a host is kept when the protocol changes. */
  request: RequestDraft;
  regions: RegionName[];
  interval: number;
  timeout: number;
  /** Null for those that the protocol starts with. */
  success_assertions: AssertionDraft[] | null;
  tags: string;
}

/** Returns the change that chooses a protocol for a new monitor, whose deadlines need no confirmation. */
export function chosenProtocol(
  { name, isReported }: ProtocolForm,
  initial: MonitorDraft,
): Partial<MonitorDraft> {
  const { incident_confirmations, recovery_confirmations } = initial;
  const confirmations = isReported
    ? { incident_confirmations: 1, recovery_confirmations: 1 }
    : { incident_confirmations, recovery_confirmations };
  return { protocol: name, ...confirmations };
}

/** Returns the assertions of the draft that its protocol supports. */
export function assertionsOf(
  draft: MonitorDraft,
  { assertions, defaultAssertions }: ProtocolForm,
): AssertionDraft[] {
  if (draft.success_assertions === null) return defaultAssertions;
  return draft.success_assertions.filter(({ type }) => assertions.some((kind) => kind.type === type));
}

/** Returns the body of a create, update, or trial check. A missing name becomes the monitored host. */
export function bodyOf(draft: MonitorDraft, form: ProtocolForm, names: readonly string[] = []) {
  const request = requestOf(form.controls, draft.request);
  return {
    ...draft,
    // Signals arrive at the server, whatever was chosen for another protocol.
    ...(form.isReported ? { regions: draft.regions.slice(0, 1), region_threshold: 1 } : {}),
    name: draft.name.trim() || defaultName(draft, form, names),
    request,
    success_assertions: assertionsOf(draft, form),
    tags: listOrNull(draft.tags),
  };
}

export const MOST_NAME = 45;

/**
 * Returns the name of a monitor that got none: its host. If another monitor has that name, the path, the port, or the protocol
 * follows, and otherwise a number.
 */
export function defaultName(
  draft: MonitorDraft,
  { controls, label }: ProtocolForm,
  names: readonly string[] = [],
): string {
  const request = requestOf(controls, draft.request);
  const host = hostOf(request);
  if (host === "") return "";
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const numbered = Array.from({ length: names.length }, (_, index) => ` ${index + 2}`);
  return (
    [...["", placeOf(request), ` (${label})`], ...numbered]
      .map((ending) => `${host.slice(0, MOST_NAME - ending.length)}${ending}`.slice(0, MOST_NAME))
      .find((name) => !taken.has(name.toLowerCase())) ?? host.slice(0, MOST_NAME)
  );
}

function hostOf({ url, host }: Record<string, unknown>): string {
  if (typeof url !== "string") return String(host ?? "");
  return url.replace(/^https?:\/\/(www\.)?/i, "").split(/[/?#]/)[0] ?? "";
}

/** Returns the part that distinguishes two targets on a host: `/cart` or `:443`. */
function placeOf({ url, port }: Record<string, unknown>): string {
  if (typeof url !== "string") return port ? `:${port}` : "";
  const [path = ""] = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/);
  return path.replace(/\/$/, "");
}

/** Returns suggestions for this monitor, one sentence each. `hasRemote`: whether any runner is outside the server. */
export function suggestions(draft: MonitorDraft, form: ProtocolForm, hasRemote = true): string[] {
  if (form.isReported) return [];
  const texts: string[] = [];
  if (draft.regions.length === 1)
    texts.push(
      hasRemote
        ? "A single region can't distinguish your outages from its own. Use three regions."
        : "A single machine can't distinguish your outages from its own. Add a runner elsewhere in Settings → Regions.",
    );
  if (draft.regions.length > 2 && draft.region_threshold === 1)
    texts.push("With three or more regions, require 2 of them to fail to ignore problems in just one.");
  if (draft.interval > 300)
    texts.push(
      `At this interval, confirming an outage takes at least ${Math.round((draft.interval + 20) / 60)} minutes.`,
    );
  const url = String(requestOf(form.controls, draft.request).url ?? "");
  if (/^http:\/\//i.test(url) && !/localhost|127\.0/.test(url))
    texts.push("The URL uses plain http, so certificates aren't monitored.");
  return texts;
}
