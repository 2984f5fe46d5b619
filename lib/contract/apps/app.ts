import type * as z from "zod";

/** The role of a setting, in addition to its limits. Changing a destination requires every secret again. */
export interface SettingRole {
  /** Never returned. */
  readonly secret?: true;
  /** Determines where notifications go. A literal address in a `url` or `host` is checked against the address policy on save. */
  readonly destination?: "url" | "host" | "recipient";
}

/** The contract of an integration app. A new app needs one file here, one in `lib/notify/apps` and two registry lines. */
export interface AppContract {
  /** The display name. */
  readonly title: string;
  readonly description: string;
  /** Where the app is set up: slack, discord and telegram only in the dashboard (403 through the API). */
  readonly setup: "api" | "dashboard";
  /** The complete settings as they are sent. */
  readonly settings: z.ZodObject;
  readonly roles: Readonly<Record<string, SettingRole>>;
  /** The schema of a rule's `integration_settings`; null means empty or null. */
  readonly ruleSettings: z.ZodObject | null;
}

type Roles<App extends AppContract> = { readonly [Name in keyof z.output<App["settings"]>]-?: SettingRole };

/** Declares an app with the exact type of its schemas. A setting without a role is a type error. */
export function appContract<const App extends AppContract>(app: App & { readonly roles: Roles<App> }): App {
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

function namesOf(roles: AppContract["roles"], holds: (role: SettingRole) => boolean): string[] {
  return Object.entries(roles).flatMap(([name, role]) => (holds(role) ? [name] : []));
}
