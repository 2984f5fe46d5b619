import type { IncidentState } from "@/lib/contract/incidents/states";
import type { SubscriptionChannel } from "@/lib/contract/status-pages/fields";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import type { Availability } from "@/lib/domain/checks/availability";
import type { UnrecoveredEnd } from "@/lib/domain/incidents/ends";
import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import type { PageState } from "@/lib/domain/status-pages/page-state";

/** The content of a public page, before rendering. */
export interface PageModel {
  readonly settings: PageSettings;
  readonly now: Date;
  readonly state: PageState;
  /** A component is missing because it can't be read. */
  readonly isIncomplete: boolean;
  /** The newest check of any monitor on the page. */
  readonly checkedAt: Date | null;
  /** No monitor has been checked for a while, although at least one isn't paused. */
  readonly stale: boolean;
  readonly availability: number | null;
  readonly components: readonly ComponentModel[];
  /** Components that aren't operational, in display order. */
  readonly affected: readonly MonitorModel[];
  /** Components whose state is unknown, in display order. */
  readonly unknown: readonly MonitorModel[];
  /** The public part of all incidents in the timeframe, newest first. */
  readonly incidents: readonly PublicIncident[];
  /** Since when the list is complete; null if none is left out, because a page lists only a limited number. */
  readonly listedSince: Date | null;
  /** Active, upcoming, and past windows announced on this page, by start. */
  readonly windows: readonly PublicWindow[];
  /** Recurrences that windows are created from. */
  readonly recurrences: readonly PublicRecurrence[];
}

export interface PublicRecurrence {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly rule: string;
  readonly timeZone: string;
  readonly firstStart: Date;
  readonly durationMs: number;
  /** No start at or after this; null while the recurrence continues. */
  readonly endedBefore: Date | null;
  /** Windows exist for all starts before this. Starts that aren't in `kept` were removed or canceled. */
  readonly plannedUntil: Date;
  readonly kept: readonly Date[];
  readonly createdAt: Date;
  readonly changedAt: Date;
}

export interface PublicWindow {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: "scheduled" | "in_progress" | "completed";
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly affected: readonly string[];
  /** The components' IDs, in the same order. Names may repeat. */
  readonly affectedIds: readonly number[];
  readonly recurrenceId: number | null;
  /** The start that its rule had scheduled. */
  readonly recursAt: Date | null;
}

export interface PageSettings {
  readonly id: number;
  readonly projectId: number;
  readonly createdAt: Date;
  /** When the settings last changed. */
  readonly changedAt: Date;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly indexed: boolean;
  readonly colorScheme: "all" | "dark" | "light";
  readonly timeframe: number;
  /** The language of this visitor, feed, or email. */
  readonly language: PageLanguage;
  /** The language of paths that name none. */
  readonly ownLanguage: PageLanguage;
  /** IANA time zone of the page's days and times. */
  readonly timeZone: string;
  readonly showResponseTimes: boolean;
  readonly channels: readonly SubscriptionChannel[];
  readonly theme: Theme;
  /** Path prefix of everything without a language, such as images: `/status/<subdomain>`. */
  readonly root: string;
  /** Path prefix of links on the page: the root, and `/de` in a language that isn't the page's own. */
  readonly base: string;
  /** The page's URL without a language. */
  readonly rootUrl: string;
  /** The page's canonical URL in its language. */
  readonly url: string;
  readonly isPrivate: boolean;
  readonly files: Readonly<Partial<Record<FileKind, string>>>;
}

export type FileKind = "logo_light" | "logo_dark" | "favicon_light" | "favicon_dark";

export type ComponentModel = MonitorModel | GroupModel;

export interface MonitorModel {
  readonly kind: "monitor";
  readonly id: number;
  readonly name: string;
  readonly state: PageState;
  /** Why the state is `empty`. */
  readonly unknown: "paused" | "no data" | "stale" | null;
  /** When its current state started, unless it's operational or unknown. */
  readonly since: Date | null;
  /** Mean of the latest checks. */
  readonly responseTimeMs: number | null;
  /** Median over the timeframe. */
  readonly medianMs: number | null;
  readonly availability: number | null;
  /** The seconds behind the availability. */
  readonly uptime: Pick<Availability, "observedSeconds" | "downSeconds">;
  readonly trackedSince: Date;
  readonly days: readonly DayBar[];
}

export interface GroupModel {
  readonly kind: "group";
  readonly name: string;
  readonly open: boolean;
  readonly state: PageState;
  readonly monitors: readonly MonitorModel[];
  /** A member is missing because it can't be read. */
  readonly isIncomplete: boolean;
  /** That of the member with the lowest. */
  readonly availability: number | null;
  readonly trackedSince: Date | null;
  /** Each day is the worst of its members. */
  readonly days: readonly DayBar[];
}

export interface PublicIncident {
  readonly id: number;
  readonly slug: string;
  /** Neutral unless someone chose a public title. */
  readonly title: string;
  readonly state: PageState;
  readonly progress: IncidentState;
  readonly status: "ongoing" | "recovering" | "recovered";
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Why it ended although nothing recovered; null for all others. */
  readonly endedBy: UnrecoveredEnd | null;
  /** When its latest update was published or it recovered. */
  readonly changedAt: Date;
  /** When anything about it last changed, including edits of old updates. */
  readonly editedAt: Date;
  readonly affected: readonly string[];
  /** The components' IDs, in the same order. Names may repeat. */
  readonly affectedIds: readonly number[];
  /** When the latest update promised the next one; null when it didn't and once the incident is over. */
  readonly nextUpdateAt: Date | null;
  /** Null until it is published and while the incident is open again. */
  readonly postMortem: PublicPostMortem | null;
  /** Newest first. None for an outage without a public update. */
  readonly updates: readonly PublicUpdate[];
}

export interface PublicPostMortem {
  /** Markdown as written. */
  readonly content: string;
  readonly publishedAt: Date;
}

export interface PublicUpdate {
  readonly id: number;
  readonly progress: IncidentState;
  /** Markdown as written. */
  readonly content: string;
  readonly publishedAt: Date;
}

/** Returns the affected components whose state is that of the page. None if only an incident without components is this bad. */
export function worstAffected({ affected, state }: PageModel): MonitorModel[] {
  return affected.filter((monitor) => monitor.state === state);
}

/** Returns the components, those in groups included. */
export function monitorsOf(components: readonly ComponentModel[]): MonitorModel[] {
  return components.flatMap((item) => (item.kind === "group" ? item.monitors : [item]));
}

/** Returns the names of the groups that show one of the monitors. */
export function groupsWith(components: readonly ComponentModel[], monitorIds: readonly number[]): string[] {
  return components.flatMap((item) =>
    item.kind === "group" && item.monitors.some(({ id }) => monitorIds.includes(id)) ? [item.name] : [],
  );
}
