import type { AppIcon } from "@/lib/contract/apps/app";
import type { AppId } from "@/lib/contract/apps/registry";
import type { EventKey } from "@/lib/contract/core/events";

/** Fields of an app's integrations, and of the rules that use them. Plain values, derived from the contract. */
export interface AppForm {
  readonly id: AppId;
  readonly title: string;
  readonly icon: AppIcon;
  readonly text: string;
  /** The vendor's page where the secret is found; null without one. */
  readonly secretsUrl: string | null;
  readonly fields: readonly AppField[];
  /** Sets of fields, of which one must be complete. If empty, the API requires what is missing. */
  readonly complete: readonly (readonly string[])[];
  readonly ruleFields: readonly RuleField[];
}

/** Facts about an app that a list of integrations shows. The forms load when one opens. */
export interface AppSummary extends Pick<AppForm, "id" | "title"> {
  /** The settings that determine where notifications go. */
  readonly destinations: readonly string[];
  /** Whether a secret signs its requests. */
  readonly signs: boolean;
}

/** A setting of an integration. The API enforces the limits and returns errors per field. */
export interface AppField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly kind: "text" | "members";
  readonly secret: boolean;
  readonly signs: boolean;
  /** Determines where notifications go, so a change requires entering the secrets again. */
  readonly destination: boolean;
  readonly placeholder: string | null;
  readonly optional: boolean;
}

/** A rule's setting for the messages of its app. */
export interface RuleField {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly control:
    | { readonly kind: "choice"; readonly options: readonly string[] }
    | { readonly kind: "number"; readonly min: number; readonly max: number }
    | { readonly kind: "text" };
  /** Initial values of a new rule; text may depend on the event. */
  readonly start: string | number | TextOfEvent;
  /** Only used while another setting has this value. */
  readonly when: { readonly setting: string; readonly is: string } | null;
}

/** A text for each event, as the positions of its lines. They have most lines in common, so each line is there once. */
export interface TextOfEvent {
  readonly lines: readonly string[];
  readonly events: Readonly<Record<EventKey, readonly number[]>>;
}

type Settings = Readonly<Record<string, unknown>>;

const AND = new Intl.ListFormat("en-US", { type: "conjunction" });

/**
 * Returns the fields that a new integration still needs, each with what to do. The server accepts incomplete chat apps, since their
 * settings may be sent one at a time.
 */
export function missingSettings({ fields, complete }: AppForm, settings: Settings): Record<string, string> {
  const isGiven = (name: string) => settings[name] !== undefined && settings[name] !== "";
  if (complete.length === 0 || complete.some((names) => names.every(isGiven))) return {};
  const label = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const begun = complete.find((names) => names.some(isGiven));
  if (!begun && complete.length > 1) {
    const ways = complete.map((names) => AND.format(names.map(label)));
    return { [`settings.${complete[0]?.[0]}`]: `Fill in either ${ways.join(", or ")}.` };
  }
  const wanted = (begun ?? complete[0] ?? []).filter((name) => !isGiven(name));
  return Object.fromEntries(wanted.map((name) => [`settings.${name}`, `${label(name)} is required.`]));
}

/** Returns the ways to set an app up, if there are several: the label of each and its fields. */
export function waysOf({ fields, complete }: AppForm): { label: string; names: readonly string[] }[] {
  if (complete.length < 2) return [];
  const label = (name = "") => fields.find((field) => field.name === name)?.label ?? name;
  return complete.map((names) => ({ label: label(names[0]), names }));
}

/** Returns whether the edited settings send notifications somewhere else. */
export function isMoved({ fields }: AppForm, before: Settings, after: Settings): boolean {
  return fields.some(
    ({ name, kind, destination }) =>
      destination && kind === "text" && (after[name] ?? before[name]) !== before[name],
  );
}

/** Returns where an integration sends to, in a few words; empty if that's a secret. */
export function destinationOf({ destinations }: AppSummary, settings: Settings): string {
  const places = destinations.flatMap((name) => {
    const value = settings[name];
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [value.length === 1 ? "1 person" : `${value.length} people`];
    return [String(value).replace(/^https?:\/\//, "")];
  });
  return places.join("/");
}

/**
 * Returns a rule's `integration_settings` for an app: those given, and what the app starts with for the others. Keeps the order of the
 * given ones. Null when the app has none.
 */
export function ruleSettings(form: AppForm, event: EventKey, given: Settings | null): Settings | null {
  if (form.ruleFields.length === 0) return given;
  const settings: Record<string, unknown> = {};
  for (const { name, start, when } of form.ruleFields) {
    if (when && settings[when.setting] !== when.is) continue;
    settings[name] = given?.[name] ?? (typeof start === "object" ? textOf(start, event) : start);
  }
  const order = [...new Set([...Object.keys(given ?? {}), ...Object.keys(settings)])];
  return Object.fromEntries(order.flatMap((name) => (name in settings ? [[name, settings[name]]] : [])));
}

function textOf({ lines, events }: TextOfEvent, event: EventKey): string {
  return events[event].map((position) => lines[position]).join("\n");
}
