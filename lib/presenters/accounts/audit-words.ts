import type { AuditEntry } from "@/lib/contract/accounts/audit-log";
import { typeOfIds } from "@/lib/domain/accounts/audit-ids";
import { count } from "@/lib/domain/core/wording";
import { REGION_LIST } from "@/lib/presenters/core/region-names";
import { STATE_LOOKS, type StateWord } from "@/lib/presenters/core/states";

type Words = (entry: AuditEntry, name: string) => string;

const text = (entry: AuditEntry, key: string): string => String(entry.detail[key] ?? "");
const fields = (entry: AuditEntry): string => {
  const { fields: names } = entry.detail;
  return Array.isArray(names) && names.length > 0 ? ` (${names.join(", ").replaceAll("_", " ")})` : "";
};

const regionAt = (entry: AuditEntry, key: string): string => {
  const code = text(entry, key);
  return REGION_LIST.find(([region]) => region === code)?.[1] ?? code;
};

const times = (entry: AuditEntry): string => {
  const attempts = Number(entry.detail.attempts ?? 1);
  return attempts > 1 ? ` (${attempts.toLocaleString("en-US")} times within an hour)` : "";
};

/** Each action as the rest of a sentence that starts with the actor. */
const WORDS: Record<string, Words> = {
  "project.demo_deleted": (_, name) => `deleted the demo data of ${name}`,
  "tag.renamed": (entry) => `renamed the tag ${text(entry, "from")} to ${text(entry, "to")}`,
  "user.signed_in": () => "signed in",
  "user.sign_in_failed": (entry, name) => `refused a wrong password for ${name}${times(entry)}`,
  "user.sign_in_limited": (entry, name) => `refused too many sign-in attempts for ${name}${times(entry)}`,
  "access.refused": (entry) => `was refused access to ${text(entry, "path")}${times(entry)}`,
  "access.limited": (entry) => `exceeded a limit with ${text(entry, "path")}${times(entry)}`,
  "access.unauthenticated": (entry) => `refused an unknown token${times(entry)}`,
  "key.refused": (entry) => `was refused because it was ${text(entry, "why")}${times(entry)}`,
  "key.new_address": () => "was used from a new address",
  "user.signed_out": () => "signed out",
  "user.created": (entry, name) =>
    entry.actor.id === entry.subject.id
      ? `joined as ${text(entry, "role")}`
      : `created an account for ${name}`,
  "user.updated": (entry) => `changed their account${fields(entry)}`,
  "user.password_changed": () => "changed their password",
  "user.password_reset": (entry, name) =>
    entry.actor.id === entry.subject.id
      ? "reset their password with a link"
      : `reset the password of ${name}`,
  "user.reset_asked": (_, name) => `received a password reset request for ${name}`,
  "user.code_refused": () => "entered the right password but a wrong code",
  "user.recovery_code_used": (entry) => `signed in with a recovery code; ${text(entry, "left")} left`,
  "user.two_factor_enabled": () => "turned on two-factor sign-in",
  "user.two_factor_disabled": () => "turned off two-factor sign-in",
  "user.recovery_codes_renewed": () => "generated new recovery codes",
  "user.session_ended": () => "ended one of their sessions",
  "user.sessions_ended": (entry) => {
    const browsers = Number(entry.detail.browsers ?? 0);
    const also = browsers > 0 ? ` and turned off notifications in ${count(browsers, "browser")}` : "";
    return `ended ${text(entry, "count")} of their sessions${also}`;
  },
  "member.role_changed": (entry, name) =>
    `changed ${name} from ${text(entry, "from")} to ${text(entry, "to")}`,
  "member.projects_changed": (_, name) => `changed the projects of ${name}`,
  "member.removed": (entry, name) => `removed ${name} (${text(entry, "email")})`,
  "member.reset_link_made": (_, name) => `created a password link for ${name}`,
  "member.two_factor_ended": (_, name) => `turned off two-factor sign-in for ${name}`,
  "invitation.created": (entry, name) => `invited ${name} as ${text(entry, "role")}`,
  "invitation.revoked": (_, name) => `revoked the invitation for ${name}`,
  "key.created": (_, name) => `created the key ${name}`,
  "key.revoked": (_, name) => `revoked the key ${name}`,
  "status_page.subscribers_added": (_, name) => `added subscribers to the status page ${name}`,
  "status_page.subscriber_removed": (_, name) => `removed a subscriber from the status page ${name}`,
  "maintenance_window.cancelled": (_, name) => `canceled the maintenance window ${name}`,
  "runner.created": (entry, name) => `created the runner ${name} for ${regionAt(entry, "region")}`,
  "runner.updated": (entry, name) => `changed the runner ${name}${fields(entry)}`,
  "runner.revoked": (_, name) => `revoked the runner ${name}`,
  "region.gated": (entry) => `ignored new failures from ${regionAt(entry, "name")} for up to a minute`,
  "region.gated_ended": (entry) => `counted failures from ${regionAt(entry, "name")} again`,
  "region.quarantined": (entry) => `quarantined ${regionAt(entry, "name")}`,
  "region.quarantined_ended": (entry) => `ended the quarantine of ${regionAt(entry, "name")}`,
};

const THINGS: Record<string, string> = {
  project: "project",
  integration: "integration",
  alert_rule: "alert rule",
  status_page: "status page",
  monitor: "monitor",
  incident: "incident",
  maintenance_window: "maintenance window",
};

/** Returns `changed Cleo from member to admin`. Actions that aren't listed above are described by their parts. */
export function auditWords(entry: AuditEntry): string {
  const name = entry.subject.label ?? (entry.subject.id === null ? "" : `#${entry.subject.id}`);
  const own = WORDS[entry.action];
  if (own) return own(entry, name);
  const [thing = "", verb = ""] = entry.action.split(".");
  return `${verb.replaceAll("_", " ")} the ${THINGS[thing] ?? thing.replaceAll("_", " ")} ${name}${fields(entry)}`;
}

/** One changed field with its values in words; null for values that aren't shown. */
export interface ChangeWords {
  field: string;
  values: { from: string; to: string } | null;
}

/** Fields whose values are states. */
const STATE_FIELDS: readonly string[] = ["impact", "state", "status"];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** How the reader sees what values stand for. */
interface Reading {
  readonly names: AuditEntry["names"];
  /** Returns a time in the reader's words. */
  readonly dateText: (at: string) => string;
}

/**
 * Returns the changed values of an entry. States and components are named as elsewhere, records by name and ID, times as `dateText`
 * returns them; other values are those of the API.
 */
export function changeWords(
  { detail: { changes }, names }: AuditEntry,
  dateText: Reading["dateText"],
): ChangeWords[] {
  const reading = { names, dateText };
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes as Record<string, "changed" | { from: unknown; to: unknown }>).map(
    ([path, change]) => ({
      field: path.replaceAll(/[._]/g, " "),
      values:
        change === "changed"
          ? null
          : { from: valueWords(path, change.from, reading), to: valueWords(path, change.to, reading) },
    }),
  );
}

const isState = (value: unknown): value is StateWord => typeof value === "string" && value in STATE_LOOKS;

function valueWords(path: string, value: unknown, reading: Reading): string {
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (STATE_FIELDS.includes(field) && isState(value)) return STATE_LOOKS[value].word;
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value))
    return value.length > 0 ? value.map((item) => valueWords(path, item, reading)).join(", ") : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const type = typeof value === "number" ? typeOfIds(path) : null;
  if (type !== null) return recordWords(`${type} ${value}`, reading);
  if (typeof value === "string" && MOMENT.test(value)) return reading.dateText(value);
  return typeof value === "object" ? objectWords(value, reading) : String(value);
}

/** Returns `Checkout (#12)`, or `#12` for a record that is deleted. */
function recordWords(record: string, { names }: Reading): string {
  const id = `#${record.slice(record.lastIndexOf(" ") + 1)}`;
  return Object.hasOwn(names, record) ? `${names[record]} (${id})` : id;
}

/** Returns `Checkout (#12)` or `monitor #12` for a component, `Europe (…)` for a group, and the values of any other object. */
function objectWords(value: object, reading: Reading): string {
  const {
    componentable_id: id,
    display_name: shown,
    name,
    components,
  }: Record<string, unknown> = { ...value };
  if (typeof id === "number") {
    const own = recordWords(`monitor ${id}`, reading);
    if (typeof shown === "string") return `${shown} (#${id})`;
    return own.startsWith("#") ? `monitor ${own}` : own;
  }
  if (Array.isArray(components)) return `${String(name)} (${valueWords("components", components, reading)})`;
  const known = Object.values(value).filter((part) => part !== null && part !== "");
  return known.map((part) => valueWords("", part, reading).replaceAll("_", " ")).join(" ");
}

/** Options of the subject filter on the audit log page. */
export const AUDIT_SUBJECT_WORDS = {
  user: "People and sign-ins",
  invitation: "Invitations",
  api_key: "Keys",
  project: "Projects",
  integration: "Integrations",
  alert_rule: "Alert rules",
  status_page: "Status pages",
  monitor: "Monitors",
  incident: "Incidents",
  maintenance_window: "Maintenance",
  runner: "Runners",
} as const;
