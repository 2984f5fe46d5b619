import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { MonitorFilter, MonitorSort } from "@/lib/contract/monitors/monitors";
import { MONITOR_STATES, MONITOR_STATUSES } from "@/lib/contract/monitors/states";
import { shownState } from "@/lib/domain/checks/shown-state";
import { DAY_MS } from "@/lib/shared/durations";
import { makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { listMonitors } from "./monitors";

// Few different values, so that ties, missing values, and pages of equal monitors are common.
const scene = useScene("file");
const SEED = Number(process.env.LIST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const MONITORS = 70;
const PER_PAGE = 20;
const REGIONS = ["eu-deu-fra", "na-usa-iad"] as const;

const drawn = fc.record({
  name: fc.constantFrom("Shop", "shop", "Blog 12", "Blog 9", "API", "docs"),
  tags: fc.constantFrom<(string[] | null)[]>(null, ["all"], ["all", "web"], ["web"]),
  regions: fc.constantFrom<string[][]>([REGIONS[0]], [REGIONS[1]], [...REGIONS]),
  protocol: fc.constantFrom("http" as const, "tcp" as const),
  status: fc.constantFrom(...MONITOR_STATUSES),
  data_missing: fc.boolean(),
  pausedByWindow: fc.nat(9).map((draw) => draw === 0),
  times: fc.constantFrom([], [80], [80, 81], [200, 100, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  checkedAt: fc.constantFrom(null, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)),
  outageHours: fc.constantFrom(0, 0, 2, 5),
});
type Drawn = (typeof drawn extends fc.Arbitrary<infer Value> ? Value : never) & { id: number };

let monitors: Drawn[];
let shares: Map<number, number | null>;

async function store(given: Omit<Drawn, "id">, number: number): Promise<Drawn> {
  const { name, tags, regions, protocol } = given;
  const id = await makeMonitor(scene.projectId, { name, tags, regions, protocol });
  await run`update monitors set created_at = now() - interval '40 days', paused_by_window = ${given.pausedByWindow}
    where id = ${id}`;
  await run`update monitor_states
    set status = ${given.status}, data_missing = ${given.data_missing}, recent_response_times = ${given.times}, last_checked_at = ${given.checkedAt && new Date(given.checkedAt)}
    where monitor_id = ${id}`;
  if (given.outageHours > 0)
    await run`with made as (
         insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
         values (${scene.projectId}, ${number}::int, 'L-' || ${number}::int, 'manual', 'Down', 'major_outage', 'recovered', ${new Date(Date.now() - 2 * DAY_MS - given.outageHours * 3_600_000)}, ${new Date(Date.now() - 2 * DAY_MS)}) returning id)
       insert into incident_monitors (incident_id, monitor_id, project_id) select id, ${id}, ${scene.projectId} from made`;
  return { ...given, id };
}

beforeAll(async () => {
  monitors = [];
  for (const given of fc.sample(drawn, { seed: SEED, numRuns: MONITORS }))
    monitors.push(await store(given, monitors.length + 1));
  const { items } = await listMonitors(scene.caller(), { sort: "id" }, { limit: 100, offset: 0 });
  shares = new Map(items.map((item) => [item.id, item.seven_days_availability]));
});

const NAMES = ["api", "blog 9", "blog 12", "docs", "shop"];
const place = ({ name }: Drawn) => NAMES.indexOf(name.toLowerCase());
const isPaused = ({ status, pausedByWindow }: Drawn) => status === "paused" || pausedByWindow;
const mean = ({ times }: Drawn) =>
  times.length === 0 ? null : times.reduce((sum, each) => sum + each, 0) / times.length;

const VALUES: Record<string, (monitor: Drawn) => number | string | null> = {
  id: ({ id }) => id,
  state: (monitor) =>
    MONITOR_STATES.indexOf(isPaused(monitor) ? "paused" : shownState({ ...monitor, status: monitor.status })),
  name: place,
  response_time: mean,
  last_checked_at: ({ checkedAt }) => checkedAt,
  seven_days_availability: ({ id }) => shares.get(id) ?? null,
};

const FILTERS: [MonitorFilter, (monitor: Drawn) => boolean][] = [
  [{}, () => true],
  [{ tag: ["all"] }, ({ tags }) => tags?.includes("all") ?? false],
  [{ region: [REGIONS[1]] }, ({ regions }) => regions.includes(REGIONS[1])],
  [{ protocol: ["tcp"] }, ({ protocol }) => protocol === "tcp"],
  [{ search: "12" }, ({ name }) => name.includes("12")],
  [{ search: "blog" }, ({ name }) => name.includes("Blog")],
  [{ status: ["online"] }, ({ status, pausedByWindow }) => status === "online" && !pausedByWindow],
  [
    { status: ["online", "paused"] },
    ({ status, pausedByWindow }) => pausedByWindow || status === "online" || status === "paused",
  ],
  [{ state: ["no_data"] }, (monitor) => VALUES.state?.(monitor) === MONITOR_STATES.indexOf("no_data")],
  [
    { tag: ["web"], status: ["offline"], region: [REGIONS[0]] },
    ({ tags, status, pausedByWindow, regions }) =>
      (tags?.includes("web") ?? false) &&
      status === "offline" &&
      !pausedByWindow &&
      regions.includes(REGIONS[0]),
  ],
];

const BY_NAME = ["state", "seven_days_availability"];

/** Sorts the slow way: monitors without the value last, equal ones by name if the order says so, then newest first. */
function expected(sort: MonitorSort, matches: (monitor: Drawn) => boolean): number[] {
  const isDescending = sort.startsWith("-");
  const value = VALUES[sort.replace("-", "")] ?? (() => null);
  const isByName = BY_NAME.includes(sort.replace("-", ""));
  const found = monitors.filter(matches).map((monitor) => ({
    id: monitor.id,
    value: value(monitor),
    place: isByName ? place(monitor) : 0,
  }));
  return found
    .sort((a, b) => {
      if (a.value === b.value) return a.place - b.place || b.id - a.id;
      if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
      return a.value < b.value === isDescending ? 1 : -1;
    })
    .map(({ id }) => id);
}

const SORTS = Object.keys(VALUES).flatMap((name) => [name, `-${name}`]) as MonitorSort[];

test.each(SORTS)(
  "pages by %s contain every match once, in order, with the number of matches",
  async (sort) => {
    for (const [filter, matches] of FILTERS) {
      const ids = expected(sort, matches);
      const context = `seed ${SEED}, ${JSON.stringify(filter)}`;
      for (let offset = 0; offset <= ids.length; offset += PER_PAGE) {
        const { items, total } = await listMonitors(
          scene.caller(),
          { ...filter, sort },
          { limit: PER_PAGE, offset },
        );
        expect(total, context).toBe(ids.length);
        expect(
          items.map(({ id }) => id),
          context,
        ).toEqual(ids.slice(offset, offset + PER_PAGE));
      }
    }
  },
);
