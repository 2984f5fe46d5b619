import type { IncidentState } from "@/lib/contract/incidents/states";
import type { RecurrencePattern } from "@/lib/domain/maintenance/recurrence-pattern";
import type { PageState } from "@/lib/domain/status-pages/page-state";
import type { RefusalWords } from "./refusal-words";
import type { WebhookWords } from "./webhook-words";

type Counted = (count: number) => string;
/** A text with elements in it, such as a time: `{at}` marks the place of one. */
type Around<Slot extends string> = `${string}{${Slot}}${string}`;

/**
 * Every text of public pages, their emails and feeds in one language. A missing text is a type error. Texts that owners wrote aren't
 * translated.
 */
export interface Words {
  readonly states: Readonly<Record<PageState, string>>;
  readonly progress: Readonly<Record<IncidentState, string>>;
  readonly windows: Readonly<Record<"scheduled" | "in_progress" | "completed", string>>;
  /** Returns a name with what it is or says: `Resolved: Checkout is slow`. */
  readonly labeled: (label: string, text: string) => string;
  /** Returns a state as it reads within a sentence or badge. */
  readonly inText: (state: string) => string;
  /** Joins a day and a time. */
  readonly moment: (day: string, clock: string) => string;
  readonly duration: (seconds: number) => string;
  /** Says how long a state lasted: `Major outage, 12 min`. */
  readonly spent: (state: string, duration: string) => string;
  /** Stands for the last names of a long list. */
  readonly more: Counted;
  /** Returns the title of an incident without an update: what is affected and how. */
  readonly outageTitle: (names: readonly string[], state: PageState) => string;
  /** `what` is a percentage, or what is measured. */
  readonly overDays: (what: string, days: number) => string;
  readonly sinceDay: (what: string, day: string) => string;
  readonly availability: string;
  readonly median: (time: string) => string;
  /** `time` is one millisecond. */
  readonly under: (time: string) => string;

  readonly frame: {
    readonly skip: string;
    readonly currentStatus: string;
    readonly history: string;
    readonly zone: (zone: string) => string;
    /** The one-word name of the page's language switch. */
    readonly language: string;
    readonly getUpdates: string;
    readonly email: string;
    readonly subscribe: string;
    readonly chooseComponents: string;
    /** `format` is RSS, Atom or JSON. */
    readonly feed: (format: string) => string;
    readonly calendar: string;
  };

  readonly embed: {
    /** The name of the button that closes the notice. */
    readonly close: string;
  };

  readonly home: {
    readonly noCurrentData: string;
    readonly operational: string;
    /** In place of `operational` while the state of some components is unknown. */
    readonly noKnownProblems: string;
    readonly nothingMonitored: string;
    readonly noDataYet: string;
    readonly maintenance: string;
    /** `names` are the affected components. */
    readonly affectedSince: Around<"names"> & Around<"at">;
    readonly checked: Around<"at">;
    readonly lastChecked: Around<"at">;
    readonly wasOperational: string;
    readonly components: string;
    readonly paused: string;
    readonly lowest: (availability: string) => string;
    readonly affectedOf: (count: number, total: number) => string;
    readonly daysAgo: Counted;
    readonly today: string;
    readonly lastDays: Counted;
    readonly older: string;
    readonly ongoingAbove: string;
    readonly seeComponents: string;
    readonly moreOutages: Counted;
  };

  readonly incident: {
    readonly ongoing: string;
    readonly recovered: string;
    readonly since: Around<"at">;
    readonly lasted: Around<"at"> & Around<"duration">;
    readonly affects: (names: string) => string;
    readonly nextUpdate: Around<"at">;
    readonly missedUpdate: Around<"at">;
    readonly after: (duration: string) => string;
    readonly allUpdates: Counted;
    readonly updates: string;
    readonly noUpdates: string;
    readonly postMortem: string;
  };

  readonly maintenance: {
    readonly title: string;
    readonly planned: string;
    readonly span: Around<"from"> & Around<"to">;
    readonly repeats: (pattern: RecurrencePattern) => string;
    readonly addToCalendar: string;
  };

  readonly past: {
    readonly incidents: string;
    readonly noIncidents: string;
    readonly noData: string;
    readonly notMonitored: string;
    readonly notAll: string;
    readonly earlierMonths: string;
    readonly laterMonths: string;
    /** Names the links to other months. */
    readonly months: string;
    readonly goToDate: string;
    readonly show: string;
  };

  readonly component: {
    readonly monitoredSince: (day: string) => string;
    readonly downtime: (duration: string) => string;
    readonly daysWithDowntime: string;
    readonly none: string;
    readonly noDowntime: string;
    readonly responseTime: string;
    readonly hours: Counted;
    readonly days: Counted;
    readonly percentile95: (time: string) => string;
    readonly calendar: string;
  };

  /** The form in which visitors choose the zone of times. */
  readonly zone: { readonly title: string; readonly about: string; readonly save: string };

  readonly missing: {
    readonly title: string;
    readonly text: string;
    readonly seeStatus: string;
  };

  /** The notice on a page that couldn't be refreshed. */
  readonly aged: {
    readonly updated: Around<"at">;
    readonly reason: string;
  };

  readonly access: {
    readonly askPassword: string;
    readonly private: string;
    readonly askLink: string;
    readonly password: string;
    readonly wrong: string;
    readonly submit: string;
  };

  readonly subscription: {
    readonly title: string;
    readonly about: string;
    readonly address: string;
    readonly invalid: string;
    readonly consent: string;
    /** Opens the choice of kinds and components. */
    readonly choose: string;
    readonly kinds: string;
    readonly bothKinds: string;
    readonly incidents: string;
    readonly chooseNone: string;
    /** Chooses a group, with components added to it later. */
    readonly allOf: (group: string) => string;
    readonly asked: { readonly title: string; readonly text: Around<"email">; readonly missing: string };
    readonly back: string;
    readonly confirm: { readonly title: string; readonly text: string; readonly submit: string };
    readonly confirmed: { readonly title: string; readonly text: string };
    readonly manage: {
      readonly title: string;
      readonly text: Around<"email">;
      readonly saved: string;
      readonly save: string;
    };
    readonly leave: { readonly title: string; readonly text: string };
    readonly left: { readonly title: string; readonly text: string };
    readonly stale: { readonly title: string; readonly text: string; readonly again: string };
  };

  readonly webhook: WebhookWords;

  readonly refusal: RefusalWords;

  readonly mail: {
    readonly since: string;
    readonly affects: string;
    readonly nextUpdate: string;
    readonly lasted: string;
    readonly from: string;
    readonly to: string;
    readonly viewIncident: string;
    readonly viewMaintenance: string;
    readonly viewPage: string;
    readonly windows: Readonly<
      Record<"scheduled" | "reminder" | "in_progress" | "completed" | "cancelled", string>
    >;
    readonly reason: (page: string) => string;
    readonly manage: string;
    readonly unsubscribe: string;
    readonly confirm: {
      readonly title: (page: string) => string;
      readonly asked: (page: string) => string;
      readonly ignore: string;
      readonly submit: string;
    };
    readonly known: { readonly title: (page: string) => string; readonly text: string };
  };

  readonly feed: {
    readonly affects: (names: string) => string;
    readonly span: (from: string, to: string) => string;
    readonly since: (from: string) => string;
    readonly calendar: (page: string) => string;
  };
}
