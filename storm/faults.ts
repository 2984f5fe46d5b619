import type { Capability } from "./cast";
import type { FaultEffects } from "./judge/evidence";
import type { Scene } from "./scene";

export interface Fault extends FaultEffects {
  /** Verb phrase for the timeline. */
  readonly title: string;
  readonly needs?: Capability;
  /** Number of things that it can hit. */
  readonly subjects: number;
  /** Shortest and longest duration in milliseconds. */
  readonly holdMs: readonly [number, number];
  /** Names of what it occupies. Two faults never occupy the same thing at once. */
  readonly lane: (subject: number) => readonly string[];
  begin(scene: Scene, subject: number): Promise<void>;
  end(scene: Scene, subject: number): Promise<void>;
}

const RUNNERS_OF_REGION = 2;
const runnersOf = (region: number) => [RUNNERS_OF_REGION * region, RUNNERS_OF_REGION * region + 1];
const server = (subject: number) => [`server ${subject}`];
const runner = (subject: number) => [`runner ${subject}`];
const database = () => ["database"];
const nobody = () => [];
const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`There is no number ${index} among ${list.length}.`);
  return found;
};

const OF_SERVERS = { subjects: 2, lane: server, blinds: nobody, delays: true, interrupts: true } as const;
const OF_RUNNERS = {
  subjects: 6,
  lane: runner,
  blinds: (subject: number) => [subject],
  delays: true,
  interrupts: false,
} as const;
const OF_DATABASE = { subjects: 1, lane: database, blinds: nobody, delays: true, interrupts: true } as const;
const SECOND_SERVER = 1;
const LAST_RUNNER = 5;
const HOUR_SECONDS = 3600;

/** Every fault of the storm. */
export const FAULTS = {
  "server killed": {
    ...OF_SERVERS,
    title: "SIGKILL of server",
    holdMs: [0, 8000],
    begin: async ({ servers }, subject) => at(servers, subject).kill(),
    end: ({ servers }, subject) => at(servers, subject).start(),
  },
  "server restarted": {
    ...OF_SERVERS,
    interrupts: false,
    title: "SIGTERM of server",
    holdMs: [0, 2000],
    begin: ({ servers }, subject) => at(servers, subject).stop(),
    end: ({ servers }, subject) => at(servers, subject).start(),
  },
  "server frozen": {
    ...OF_SERVERS,
    title: "SIGSTOP of server",
    holdMs: [3000, 120_000],
    begin: async ({ servers }, subject) => at(servers, subject).signal("SIGSTOP"),
    end: async ({ servers }, subject) => at(servers, subject).signal("SIGCONT"),
  },
  "server clock stepped": {
    ...OF_SERVERS,
    interrupts: false,
    subjects: 1,
    needs: "false clock",
    title: "clock of the second server set an hour ahead",
    holdMs: [5000, 40_000],
    lane: () => server(SECOND_SERVER),
    begin: async ({ clocks }) => clocks?.server.set(HOUR_SECONDS),
    end: async ({ clocks }) => clocks?.server.set(0),
  },
  "runner killed": {
    ...OF_RUNNERS,
    title: "SIGKILL of runner",
    holdMs: [0, 8000],
    begin: async ({ runners }, subject) => at(runners, subject).kill(),
    end: ({ runners }, subject) => at(runners, subject).start(),
  },
  "runner frozen": {
    ...OF_RUNNERS,
    title: "SIGSTOP of runner",
    holdMs: [2000, 120_000],
    begin: async ({ runners }, subject) => at(runners, subject).signal("SIGSTOP"),
    end: async ({ runners }, subject) => at(runners, subject).signal("SIGCONT"),
  },
  "runner clock stepped": {
    ...OF_RUNNERS,
    subjects: 1,
    needs: "false clock",
    title: "clock of the last runner set an hour back",
    holdMs: [5000, 40_000],
    lane: () => runner(LAST_RUNNER),
    blinds: () => [LAST_RUNNER],
    begin: async ({ clocks }) => clocks?.runner.set(-HOUR_SECONDS),
    end: async ({ clocks }) => clocks?.runner.set(0),
  },
  "runner cut off": {
    ...OF_RUNNERS,
    needs: "namespaces",
    title: "server unreachable for runner",
    holdMs: [2000, 60_000],
    lane: (subject) => [`link of runner ${subject}`],
    begin: async ({ network }, subject) => network?.cut("control", subject),
    end: async ({ network }, subject) => network?.mend("control", subject),
  },
  "runner without network": {
    ...OF_RUNNERS,
    needs: "namespaces",
    title: "targets unreachable for runner",
    holdMs: [1000, 30_000],
    lane: (subject) => [`link of runner ${subject}`],
    begin: async ({ network }, subject) => network?.cut("targets", subject),
    end: async ({ network }, subject) => network?.mend("targets", subject),
  },
  "region cut off": {
    ...OF_RUNNERS,
    subjects: 3,
    needs: "namespaces",
    title: "server unreachable for region",
    holdMs: [5000, 60_000],
    lane: (subject) => runnersOf(subject).map((each) => `link of runner ${each}`),
    blinds: runnersOf,
    begin: async ({ network }, subject) => {
      for (const each of runnersOf(subject)) network?.cut("control", each);
    },
    end: async ({ network }, subject) => {
      for (const each of runnersOf(subject)) network?.mend("control", each);
    },
  },
  "database killed": {
    ...OF_DATABASE,
    title: "SIGKILL of PostgreSQL",
    holdMs: [0, 4000],
    begin: ({ database }) => database.kill(),
    end: ({ database }) => database.start(),
  },
  "connections killed": {
    ...OF_DATABASE,
    title: "all connections to PostgreSQL killed",
    holdMs: [0, 1000],
    begin: ({ database }) => database.killConnections(),
    end: async () => undefined,
  },
  "database frozen": {
    ...OF_DATABASE,
    title: "SIGSTOP of PostgreSQL",
    holdMs: [2000, 30_000],
    begin: async ({ database }) => database.freeze(),
    end: async ({ database }) => database.thaw(),
  },
  "disk full": {
    ...OF_DATABASE,
    needs: "images",
    title: "disk of PostgreSQL full",
    holdMs: [4000, 20_000],
    begin: async ({ image }) => image?.fill(),
    end: async ({ image, database }) => {
      image?.empty();
      await database.ensureRunning();
    },
  },
  "monitors flapping": {
    subjects: 1,
    title: "monitors of several projects flapping",
    holdMs: [50_000, 75_000],
    lane: () => ["crowd"],
    blinds: nobody,
    delays: false,
    interrupts: false,
    begin: async ({ crowd }) => crowd.start(),
    end: async ({ crowd }) => crowd.stop(),
  },
  "power lost": {
    ...OF_DATABASE,
    needs: "images",
    title: "power loss of PostgreSQL's machine",
    holdMs: [500, 5000],
    begin: async ({ image, database }) => {
      image?.losePower();
      await database.kill();
    },
    end: async ({ image, database }) => {
      await image?.remount();
      await database.start();
    },
  },
} as const satisfies Record<string, Fault>;

export type FaultKind = keyof typeof FAULTS;

/** Returns the kinds that are possible with these capabilities. */
export function possibleFaults(capabilities: ReadonlySet<Capability>): FaultKind[] {
  return (Object.keys(FAULTS) as FaultKind[]).filter((kind) => {
    const { needs }: Fault = FAULTS[kind];
    return needs === undefined || capabilities.has(needs);
  });
}
