import type * as z from "zod";
import type { EventKey } from "../core/events";

/**
 * Properties of a setting that its schema can't express. Title, description, and example of the schema become label,
 * help, and placeholder.
 */
export interface SettingRole {
  /** Never returned. */
  readonly secret?: true;
  /** Signs requests. After a change, the previous secret stays valid for 24 hours. */
  readonly signs?: true;
  /** Determines where notifications go. A literal address in a `url` or `host` is checked against the address policy on save. */
  readonly destination?: "url" | "host" | "recipient" | "members";
}

/** Initial value of a setting in a new alert rule. */
export interface RuleSettingStart {
  readonly value: string | number | ((event: EventKey) => string);
  /** Only used while another setting has this value. */
  readonly when?: { readonly setting: string; readonly is: string };
}

/** Icon that the dashboard draws for an app, which has no logo there. */
export type AppIcon =
  | "bell"
  | "channel"
  | "chat"
  | "group"
  | "mail"
  | "message"
  | "phone"
  | "siren"
  | "text"
  | "webhook";

/**
 * The contract of an integration app. Schemas, errors, API reference, forms, labels, and the guide's table derive from
 * it; CONTRIBUTING lists what a new app touches.
 */
export interface AppContract {
  /** The display name. */
  readonly title: string;
  readonly icon: AppIcon;
  /** Description in one or two sentences. */
  readonly description: string;
  /** The vendor's page where the secret is found; none for apps without a vendor. */
  readonly secretsUrl?: string;
  /** The requirements for setting it up, as Markdown for the guide. */
  readonly needs: string;
  /** Where integrations are created: some only in the dashboard (403 through the API). */
  readonly setup: "api" | "dashboard";
  /** The plan it needs; any plan when absent. */
  readonly plan?: "scale";
  /** The complete settings as they are sent. */
  readonly settings: z.ZodObject;
  readonly roles: Readonly<Record<string, SettingRole>>;
  /** Sets of settings, of which the dashboard asks for one. When absent, the settings that the schema requires are enough. */
  readonly complete?: readonly (readonly string[])[];
  /** A rule's `integration_settings`; null means empty or null. */
  readonly ruleSettings: {
    readonly schema: z.ZodObject;
    readonly start: Readonly<Record<string, RuleSettingStart>>;
  } | null;
}

/** The parts of a contract that name its settings: a missing or unknown name is a type error. */
interface Named<Setting extends PropertyKey, RuleSetting extends PropertyKey> {
  readonly roles: { readonly [Name in Setting]-?: SettingRole };
  readonly complete?: readonly (readonly Setting[])[];
  readonly ruleSettings: { readonly start: { readonly [Name in RuleSetting]-?: RuleSettingStart } } | null;
}
type NamedBy<App extends AppContract> = Named<
  keyof z.output<App["settings"]>,
  keyof z.output<NonNullable<App["ruleSettings"]>["schema"]>
>;

/** Declares an app with the exact type of its schemas. A setting without a role is a type error. */
export function appContract<const App extends AppContract>(app: App & NamedBy<App>): App {
  return app;
}

/** Returns the names of the settings that are never returned. */
export function secretsOf({ roles }: Pick<AppContract, "roles">): string[] {
  return namesOf(roles, (role) => role.secret === true);
}

/** Returns the names of the settings that determine where notifications go. */
export function destinationsOf({ roles }: Pick<AppContract, "roles">): string[] {
  return namesOf(roles, (role) => role.destination !== undefined);
}

/** Returns the name of the secret that signs requests; null if there is none. */
export function signingSecretOf({ roles }: Pick<AppContract, "roles">): string | null {
  return namesOf(roles, (role) => role.signs === true)[0] ?? null;
}

function namesOf(roles: AppContract["roles"], holds: (role: SettingRole) => boolean): string[] {
  return Object.entries(roles).flatMap(([name, role]) => (holds(role) ? [name] : []));
}
