import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { type ApiClient, apiClient } from "@/e2e/support/api-client";
import { setEnv } from "@/lib/shared/env";
import { closePool } from "@/lib/store/core/pool";
import { freePort } from "@/lib/testing/processes/ports";
import { Program } from "@/lib/testing/processes/program";
import { waitFor } from "@/lib/testing/processes/wait";
import type { Capability } from "./cast";
import { CROWD, PROVIDERS, REGIONS, RUNNERS, RUNNERS_PER_REGION, SERVERS, TARGETS } from "./cast";
import type { Disturbance } from "./judge/evidence";
import { fillProjects, PAGES, SECRET } from "./project";
import type { Undo } from "./undo";
import { Crowd } from "./world/crowd";
import { Database } from "./world/database";
import { FalseClock, faketimeLibrary } from "./world/false-clock";
import { DiskImage } from "./world/image";
import { hostAddress, Network, targetAddress } from "./world/network";
import { type Arrival, Provider } from "./world/providers";
import { Targets } from "./world/targets";
import { Visitor } from "./world/visitor";
import { Writer } from "./world/writer";

/** Generous, because a supervisor waits forever. */
const READY_MS = 600_000;
const MONITORS = TARGETS + CROWD;
const CONNECTIVITY_CHECKS = [MONITORS, MONITORS + 1, MONITORS + 2];

export interface Scene {
  readonly database: Database;
  readonly image: DiskImage | null;
  readonly network: Network | null;
  readonly clocks: { readonly server: FalseClock; readonly runner: FalseClock } | null;
  readonly servers: readonly Program[];
  readonly runners: readonly Program[];
  readonly targets: Targets;
  readonly crowd: Crowd;
  readonly providers: readonly Provider[];
  readonly arrivals: readonly Arrival[];
  readonly writer: Writer;
  readonly visitors: readonly Visitor[];
  /** Every fault so far. */
  readonly disturbances: Disturbance[];
  /** Folders of the runners' unsent results. */
  readonly spools: readonly string[];
}

/** Starts PostgreSQL, two servers, two runners in each of three regions, targets, providers, and clients. */
export async function buildScene(folder: string, has: ReadonlySet<Capability>, undo: Undo): Promise<Scene> {
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const network = has.has("namespaces") ? new Network(RUNNERS, MONITORS + CONNECTIVITY_CHECKS.length) : null;
  if (network) undo.push(() => network.down());
  network?.up();
  const { image, database } = await startDatabase(folder, has, undo);
  const library = has.has("false clock") ? faketimeLibrary() : null;
  const clocks = library
    ? {
        server: new FalseClock(library, folder, "server"),
        runner: new FalseClock(library, folder, "runner"),
      }
    : null;
  const targets = new Targets(network ? targetAddress : (index) => `127.0.1.${index + 1}`, await freePort());
  const crowd = new Crowd(targets);
  undo.push(
    () => targets.stop(),
    () => crowd.stop(),
  );
  await targets.listen(MONITORS + CONNECTIVITY_CHECKS.length);
  const ports: number[] = [];
  for (let index = 0; index < SERVERS; index += 1) ports.push(await freePort());
  const variables = serverVariables(database.url);
  const servers = ports.map((port, index) =>
    serverAt(port, path.join(folder, `server-${index}`), {
      ...variables,
      ...(index === SERVERS - 1 ? clocks?.server.variables() : {}),
    }),
  );
  undo.push(() => Promise.all(servers.map((server) => server.end())));
  await Promise.all(servers.map((server) => server.start()));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const api = await clientOf(ports[0] ?? 0, path.join(folder, "server-0"), variables);
  const arrivals: Arrival[] = [];
  const providers: Provider[] = [];
  for (let index = 0; index < PROVIDERS; index += 1)
    providers.push(await Provider.start(index, await freePort(), arrivals));
  undo.push(...providers.map((provider) => () => provider.stop()));
  const { runners, spools } = await startRunners(folder, api, {
    network,
    ports,
    clocks,
    targetPort: targets.port,
  });
  undo.push(() => Promise.all(runners.map((runner) => runner.end())));
  const apiOf = (project: number) =>
    clientOf(ports[0] ?? 0, path.join(folder, "server-0"), variables, project);
  await fillProjects(api, apiOf, { targets, providers });
  const writer = new Writer(origins, api.headers);
  const visitors = origins.map((origin, index) => new Visitor(index, origin, PAGES, SECRET));
  return {
    ...{ database, image, network, clocks, servers, runners, targets, crowd, providers, arrivals },
    ...{ writer, visitors, spools, disturbances: [] },
  };
}

async function startDatabase(folder: string, has: ReadonlySet<Capability>, undo: Undo) {
  const image = has.has("images") ? new DiskImage(folder) : null;
  if (image) {
    undo.push(() => image.remove());
    image.create();
  }
  const data = image?.folder ?? path.join(folder, "database");
  const database = await Database.create(data);
  undo.push(() => database.stop(), closePool);
  await database.start();
  setEnv({ DATABASE_URL: database.url });
  return { image, database };
}

function serverVariables(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    APP_SECRET: "a secret of the storm, the same on every server",
    ALLOW_PRIVATE_TARGETS: "127.0.0.0/8,10.0.0.0/8",
    RUNNER: "off",
    API_RATE_LIMIT: "1000000",
    LOG_LEVEL: "info",
    OWNER_EMAIL: "ada@example.com",
    OWNER_PASSWORD: "a long enough password",
  };
}

function serverAt(port: number, dataDir: string, variables: Record<string, string>): Program {
  mkdirSync(dataDir);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  return new Program("dist/server.mjs", {
    logFile: `${dataDir}.log`,
    variables: { ...variables, PORT: String(port), DATA_DIR: dataDir },
    isReady,
    readyMs: READY_MS,
  });
}

/** Returns a client of the API that retries nothing; used before the storm. */
function clientOf(
  port: number,
  dataDir: string,
  variables: Readonly<Record<string, string>>,
  project = 1,
): Promise<ApiClient> {
  return apiClient({ url: `http://127.0.0.1:${port}`, port, dataDir, variables }, project);
}

interface Surroundings {
  readonly network: Network | null;
  readonly ports: readonly number[];
  readonly targetPort: number;
  readonly clocks: Scene["clocks"];
}

/** The runners of a region talk to different servers. */
async function startRunners(
  folder: string,
  api: ApiClient,
  { network, ports, clocks, targetPort }: Surroundings,
) {
  const runners: Program[] = [];
  const spools: string[] = [];
  for (let index = 0; index < RUNNERS; index += 1) {
    const region = REGIONS[Math.floor(index / RUNNERS_PER_REGION)];
    const { token } = await api.post<{ token: string }>("/runners", { region, name: `Runner ${index}` });
    const dataDir = path.join(folder, `runner-${index}`);
    mkdirSync(dataDir);
    const host = network ? hostAddress("control", index) : "127.0.0.1";
    const anchors = CONNECTIVITY_CHECKS.map((check) => `${targetAddress(check)}:${targetPort}`);
    const runner = new Program("dist/runner.js", {
      logFile: `${dataDir}.log`,
      prefix: network ? network.enter(index) : [],
      variables: {
        CONTROL_URL: `http://${host}:${ports[index % ports.length]}`,
        RUNNER_TOKEN: token,
        DATA_DIR: dataDir,
        LOG_LEVEL: "debug",
        ANCHORS: network ? anchors.join(",") : "off",
        ANCHOR_NAMES: "off",
        ...(index === RUNNERS - 1 ? clocks?.runner.variables() : {}),
      },
    });
    await runner.start();
    runners.push(runner);
    spools.push(path.join(dataDir, "spool"));
  }
  await waitFor("the runners to report", async () => {
    const { data } = await api.get<{ data: { kind: string; state: string }[] }>("/runners");
    return data.filter(({ kind }) => kind === "remote").length === RUNNERS;
  });
  return { runners, spools };
}
