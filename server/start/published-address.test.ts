import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appUrl, setEnv } from "@/lib/shared/env";
import { until } from "@/lib/testing/pages/acme-page";
import { linkToRunningServer, publishAddress } from "./published-address";

const before = { ...process.env };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "vedette-address-"));
  setEnv({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://unused/x",
    VEDETTE_EMBEDDED: "",
    APP_URL: "",
    PORT: "",
  });
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  for (const name of ["DATA_DIR", "DATABASE_URL", "VEDETTE_EMBEDDED", "APP_URL", "PORT"] as const)
    setEnv({ [name]: before[name] ?? "" });
});

async function published(): Promise<string> {
  setEnv({ APP_URL: "" });
  linkToRunningServer();
  return appUrl();
}

test("points CLI links at the running server of DATA_DIR", async () => {
  expect(await published()).toBe("http://localhost:3000");
  const server = publishAddress("http://localhost:4567");
  await until(async () => (await published()) === "http://localhost:4567");
  await server.stop();
  expect(await published()).toBe("http://localhost:3000");
});

test("prefers PORT or APP_URL of the CLI", async () => {
  const server = publishAddress("http://localhost:4567");
  await until(async () => (await published()) === "http://localhost:4567");
  setEnv({ APP_URL: "", PORT: "4000" });
  linkToRunningServer();
  expect(appUrl()).toBe("http://localhost:4000");
  setEnv({ APP_URL: "https://status.example.com", PORT: "" });
  linkToRunningServer();
  expect(appUrl()).toBe("https://status.example.com");
  await server.stop();
});
