import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { addressesText } from "@/lib/contract/endpoints";
import { appForms } from "@/lib/http/loaders/app-forms";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { createTemplate } from "./databases/test-template";
import { PROGRAM } from "./program";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of the test server, with the database `postgres`. */
    postgresUrl: string;
    /** Bundles of the programs that read hostile input, by name. */
    bundles: Readonly<Record<string, string>>;
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated database that `useDatabase` copies. TEST_POSTGRES_URL names the database
 * `postgres` of another server instead, with a superuser, to test another version.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.API_ADDRESSES = addressesText();
  process.env.APP_FORMS = JSON.stringify(appForms());
  const own = await (process.env.TEST_POSTGRES_URL
    ? givenServer(process.env.TEST_POSTGRES_URL)
    : embeddedServer());
  await createTemplate(own.url);
  project.provide("postgresUrl", own.url);
  await bundlePrograms();
  project.onTestsRerun(bundlePrograms);
  project.provide("bundles", Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, fileOf(name)])));
  return async () => {
    await own.stop();
    await rm(path.dirname(fileOf("")), { recursive: true, force: true });
  };
}

const PROGRAMS = {
  "draw-image": "lib/status-page/serve/draw-image-program.ts",
  "read-import": "lib/services/config-file/read-import-program.ts",
};
/** Inside the repository, where programs find their packages. */
const fileOf = (name: string) => path.resolve(`node_modules/.cache/vedette-tests/${process.pid}/${name}.mjs`);

async function bundlePrograms(): Promise<void> {
  for (const [name, source] of Object.entries(PROGRAMS))
    await build({ ...PROGRAM, entryPoints: [source], outfile: fileOf(name) });
}

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

async function embeddedServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-test-"));
  const server = await startEmbedded({ dataDir, what: "tests", durability: "for-tests" });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url.replace("/vedette?", "/postgres?"), stop };
}

async function givenServer(url: string): Promise<TestServer> {
  return { url: url.includes("?") ? url : `${url}?`, stop: async () => {} };
}
