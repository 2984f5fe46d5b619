import type * as z from "zod";

/** What the contract says of an integration app. A new app is one file here, one in `lib/notify/apps` and two registry lines. */
export interface AppContract {
  /** Name shown to people. */
  readonly title: string;
  readonly description: string;
  /** Where it is set up: slack, discord and telegram only in the dashboard (403 through the API). */
  readonly setup: "api" | "dashboard";
  /** Whole settings as they are sent; `secrets` of them never leave again. */
  readonly settings: z.ZodObject;
  readonly secrets: readonly string[];
  /** Settings that say where messages go: a literal address among them is held against the address policy when it is saved. */
  readonly addresses: Readonly<Record<string, "url" | "host">>;
  /** Schema of a rule's `integration_settings`; null: empty or null. */
  readonly ruleSettings: z.ZodObject | null;
}

/** Declares an app and keeps the exact type of its schemas. */
export function appContract<const App extends AppContract>(app: App): App {
  return app;
}
