import type * as z from "zod";

/** What a setting of an app is, beside its bounds. A change of a destination requires every secret again. */
export interface SettingRole {
  /** Never leaves again. */
  readonly secret?: true;
  /** Says where messages go. A literal address in a `url` or `host` is checked against the address policy when it is saved. */
  readonly destination?: "url" | "host" | "recipient";
}

/** What the contract says of an integration app. A new app is one file here, one in `lib/notify/apps` and two registry lines. */
export interface AppContract {
  /** Name shown to people. */
  readonly title: string;
  readonly description: string;
  /** Where it is set up: slack, discord and telegram only in the dashboard (403 through the API). */
  readonly setup: "api" | "dashboard";
  /** Whole settings as they are sent. */
  readonly settings: z.ZodObject;
  readonly roles: Readonly<Record<string, SettingRole>>;
  /** Schema of a rule's `integration_settings`; null: empty or null. */
  readonly ruleSettings: z.ZodObject | null;
}

type Roles<App extends AppContract> = { readonly [Name in keyof z.output<App["settings"]>]-?: SettingRole };

/** Declares an app and keeps the exact type of its schemas; a setting without its role is a type error. */
export function appContract<const App extends AppContract>(app: App & { readonly roles: Roles<App> }): App {
  return app;
}

/** Returns the names of the settings that never leave again. */
export function secretsOf({ roles }: Pick<AppContract, "roles">): string[] {
  return namesOf(roles, (role) => role.secret === true);
}

/** Returns the names of the settings that say where messages go. */
export function destinationsOf({ roles }: Pick<AppContract, "roles">): string[] {
  return namesOf(roles, (role) => role.destination !== undefined);
}

function namesOf(roles: AppContract["roles"], holds: (role: SettingRole) => boolean): string[] {
  return Object.entries(roles).flatMap(([name, role]) => (holds(role) ? [name] : []));
}
