import type { PageComponent } from "@/lib/contract/status-pages/components";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { buildModel, type PageInput } from "@/lib/status-page/model/build-model";
import type { PageModel, PageSettings } from "@/lib/status-page/model/model";
import type { PageIncidentRow, PageMonitorRow, PageWindowRow } from "@/lib/store/status-pages/rows";

export const FIXTURE_NOW = new Date("2026-11-21T06:20:00Z");

const NAMES = "Website|Checkout|API|Search|Sign-in|Webhooks|Mail delivery|Dashboard|Uploads|Invoices".split(
  "|",
);
const CITIES = ["Frankfurt", "Paris", "Singapore", "Washington", "Sydney"];

export const FIXTURE_SETTINGS: PageSettings = {
  id: 1,
  projectId: 1,
  createdAt: FIXTURE_NOW,
  changedAt: FIXTURE_NOW,
  name: "Acme",
  title: "Acme status",
  description: "Live state of Acme's services.",
  websiteUrl: "https://example.com",
  indexed: true,
  colorScheme: "all",
  timeframe: 90,
  timeZone: "UTC",
  language: "en",
  ownLanguage: "en",
  showResponseTimes: true,
  channels: ["rss", "atom", "slack"],
  theme: DEFAULT_THEME,
  root: "/status/acme",
  base: "/status/acme",
  rootUrl: "https://status.example.com",
  url: "https://status.example.com",
  isPrivate: false,
  files: {},
};

export interface FixtureOptions {
  readonly monitors: number;
  /** Number of past incidents in the timeframe. */
  readonly past: number;
  readonly open: boolean;
  readonly grouped: boolean;
  /** Whether a maintenance window starts tomorrow. */
  readonly window?: boolean;
  readonly settings?: Partial<PageSettings>;
}

/** Returns a realistic page, the same every time. */
export function pageFixture(options: FixtureOptions): PageModel {
  return buildModel(pageInput(options));
}

/** Returns a page with one monitor, "Website", that has been watched for 400 days unless changed. */
export function pageFixtureWith(change: {
  readonly monitor?: Partial<PageMonitorRow>;
  readonly incidents?: readonly PageIncidentRow[];
  readonly settings?: Partial<PageSettings>;
}): PageModel {
  const input = pageInput({ monitors: 1, past: 0, open: false, grouped: false, settings: change.settings });
  const incidents = change.incidents ?? [];
  const impacts = incidents.flatMap((incident) => incident.monitors.map(() => impactOf(incident)));
  return buildModel({
    ...input,
    incidents,
    monitors: input.monitors.map((row) => ({ ...row, impacts, ...change.monitor })),
  });
}

/** Returns an automatic incident of "Website" from all regions. Without `hours` it is open, without `update` it has no comment. */
export function outage(given: { hoursAgo: number; hours?: number; update?: string }): PageIncidentRow {
  const began = FIXTURE_NOW.getTime() - given.hoursAgo * HOUR_MS;
  const ended = given.hours === undefined ? null : new Date(began + given.hours * HOUR_MS);
  return {
    id: 1,
    slug: "ACME-1",
    type: "monitor",
    title: "10.0.0.7:3231 answered 502",
    public_title: null,
    ended_by: null,
    outage_at: null,
    post_mortem: null,
    post_mortem_published_at: null,
    impact: "major_outage",
    state: "unknown",
    status: ended ? "recovered" : "ongoing",
    exclude_from_downtime: false,
    all_failed: true,
    withdrawn: false,
    incident_at: new Date(began),
    recovery_at: ended,
    updated_at: ended ?? new Date(began),
    monitors: [1],
    updates: given.update
      ? [
          {
            id: 1,
            state: "investigating",
            content: given.update,
            published_at: new Date(began).toISOString(),
            next_update_at: null,
          },
        ]
      : [],
  };
}

function impactOf({
  id,
  impact,
  all_failed,
  exclude_from_downtime: excluded,
  incident_at: start,
  recovery_at: end,
}: PageIncidentRow): PageMonitorRow["impacts"][number] {
  const [from, to] = [start.getTime(), end?.getTime() ?? null];
  return { from, to, up: [], incident: id, impact, all_failed, excluded, failing: to === null };
}

export function pageInput(options: FixtureOptions): PageInput {
  const nowMs = FIXTURE_NOW.getTime();
  const incidents: PageIncidentRow[] = [];
  const impacts = new Map<number, PageMonitorRow["impacts"]>();
  const add = (incident: PageIncidentRow) => {
    incidents.push(incident);
    for (const id of incident.monitors) impacts.set(id, [...(impacts.get(id) ?? []), impactOf(incident)]);
  };
  if (options.open) add(openIncident(options.past + 1, nowMs));
  for (let n = options.past; n > 0; n -= 1) add(pastIncident(n, options, nowMs));
  incidents.sort((a, b) => b.incident_at.getTime() - a.incident_at.getTime());
  const monitors = Array.from({ length: options.monitors }, (_, index) =>
    monitorRow(index, impacts, options, nowMs),
  );
  return {
    settings: { ...FIXTURE_SETTINGS, ...options.settings },
    components: components(options),
    monitors,
    incidents,
    windows: options.window ? [fixtureWindow(nowMs)] : [],
    recurrences: [],
    now: FIXTURE_NOW,
  };
}

function monitorRow(
  index: number,
  impacts: ReadonlyMap<number, PageMonitorRow["impacts"]>,
  options: FixtureOptions,
  nowMs: number,
): PageMonitorRow {
  const name = NAMES[index % NAMES.length] ?? "";
  const city = CITIES[Math.floor(index / NAMES.length) % CITIES.length];
  return {
    id: index + 1,
    name: options.monitors > NAMES.length ? `${name} ${city}` : name,
    paused: index === 7,
    status: "online",
    degraded_since: null,
    all_failing: index === 1,
    interval_seconds: 60,
    timeout_ms: 20_000,
    last_checked_at: new Date(nowMs - 20_000),
    judged: true,
    recent_response_times: [80 + index * 7, 95 + index * 7],
    median_us: (82 + index * 7) * 1000,
    created_at: new Date(nowMs - (index % 9 === 4 ? 41 : 400) * DAY_MS),
    first_incident_at: null,
    pauses: index === 7 ? [{ from: nowMs - 3 * DAY_MS, to: null }] : [],
    impacts: impacts.get(index + 1) ?? [],
    degradations: [],
    unwatched_days: [],
  };
}

function fixtureWindow(nowMs: number): PageWindowRow {
  return {
    id: 1,
    title: "New database machines",
    description: "Signing in may take a few seconds longer.",
    state: "scheduled",
    starts_at: new Date(nowMs + 20 * HOUR_MS),
    ends_at: new Date(nowMs + 22 * HOUR_MS),
    created_at: new Date(nowMs - DAY_MS),
    updated_at: new Date(nowMs - DAY_MS),
    recurrence_id: null,
    recurs_at: null,
    monitors: [5],
  };
}

function openIncident(id: number, nowMs: number): PageIncidentRow {
  return {
    id,
    slug: `ACME-${id}`,
    type: "manual",
    public_title: null,
    ended_by: null,
    outage_at: null,
    post_mortem: null,
    post_mortem_published_at: null,
    title: "Payments failing at the last step",
    impact: "unknown",
    state: "identified",
    status: "ongoing",
    exclude_from_downtime: false,
    all_failed: false,
    withdrawn: false,
    incident_at: new Date(nowMs - 38 * 60_000),
    recovery_at: null,
    updated_at: new Date(nowMs - 6 * 60_000),
    monitors: [2, 3],
    updates: [
      {
        id: 2,
        state: "identified",
        content:
          "Our payment provider has been rejecting requests since its latest release. We are **switching to our second provider**.",
        published_at: new Date(nowMs - 6 * 60_000).toISOString(),
        next_update_at: new Date(nowMs + 24 * 60_000).toISOString(),
      },
      {
        id: 1,
        state: "investigating",
        content: "We're investigating failed payments.",
        published_at: new Date(nowMs - 30 * 60_000).toISOString(),
        next_update_at: null,
      },
    ],
  };
}

function pastIncident(n: number, options: FixtureOptions, nowMs: number): PageIncidentRow {
  const start = nowMs - ((n * 89) / (options.past + 1) + 0.6) * DAY_MS;
  const lasted = ((n * 37) % 170) * 60_000 + 4 * 60_000;
  const first = ((n * 13) % options.monitors) + 1;
  return {
    id: n,
    slug: `ACME-${n}`,
    type: "manual",
    public_title: null,
    ended_by: null,
    outage_at: null,
    post_mortem: null,
    post_mortem_published_at: null,
    title:
      ["Slow responses in Europe", "Sign-in unavailable", "Search returns no results", "Uploads failing"][
        n % 4
      ] ?? "",
    impact: ["degraded_performance", "major_outage", "partial_outage", "maintenance"][n % 4] ?? "unknown",
    state: "resolved",
    status: "recovered",
    exclude_from_downtime: false,
    all_failed: false,
    withdrawn: false,
    incident_at: new Date(start),
    recovery_at: new Date(start + lasted),
    updated_at: new Date(start + lasted),
    monitors: [first, (first % options.monitors) + 1],
    updates: [
      {
        id: n * 10,
        state: "resolved",
        content:
          "A full disk on one node caused the outage. We replaced it and added an alert before a disk fills up.",
        published_at: new Date(start + lasted).toISOString(),
        next_update_at: null,
      },
    ],
  };
}

function components({ monitors, grouped }: FixtureOptions): PageComponent[] {
  const all = Array.from({ length: monitors }, (_, index) => ({
    componentable_type: "uptime/monitor" as const,
    componentable_id: index + 1,
    display_name: null,
  }));
  if (!grouped) return all;
  return [
    { componentable_type: "uptime/group", name: "Shop", is_expanded: false, components: all.slice(0, 4) },
    { componentable_type: "uptime/group", name: "Inside", is_expanded: false, components: all.slice(4, 7) },
    ...all.slice(7),
  ];
}
