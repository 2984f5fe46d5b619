import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { Readiness } from "@/lib/contract/reference/meta";
import { Env } from "@/lib/shared/env";

const text = (file: string) => readFileSync(file, "utf8");
const all = (file: string, pattern: RegExp) =>
  [...text(file).matchAll(pattern)].map(([, found]) => found ?? "");
const MANIFESTS = readdirSync("deploy/kubernetes").map((name) => `deploy/kubernetes/${name}`);
const COMPOSE = ["deploy/compose.yaml", "deploy/compose.cluster.yaml"];
const UNITS = ["deploy/systemd/vedette.service", "deploy/systemd/vedette-runner.service"];
const DEPLOYED = ["deploy/Dockerfile", "deploy/Caddyfile.cluster", ...COMPOSE, ...MANIFESTS];

function composeVariables(file: string): string[] {
  const { services } = parse(text(file), { merge: true }) as {
    services: Record<string, { image: string; environment?: Record<string, string> }>;
  };
  const own = Object.values(services).filter(({ image }) => image.startsWith("vedette"));
  return own.flatMap(({ environment }) => Object.keys(environment ?? {}));
}

function manifestVariables(file: string): string[] {
  return parseAllDocuments(text(file)).flatMap((document) => {
    const { kind, data } = document.toJS() as { kind: string; data?: Record<string, string> };
    return kind === "ConfigMap" ? Object.keys(data ?? {}) : [];
  });
}

test("every variable in the deployment files exists", () => {
  const named = [
    ...COMPOSE.flatMap(composeVariables),
    ...MANIFESTS.flatMap(manifestVariables),
    ...MANIFESTS.flatMap((file) => all(file, /- name: ([A-Z_]+)$/gm)),
    ...UNITS.flatMap((file) => all(file, /^Environment=([A-Z_]+)=/gm)),
    ...all("deploy/Dockerfile", /^ENV ([A-Z_]+)=/gm),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !(name in Env.shape))).toEqual([]);
});

test("uses the default port, and health checks request existing paths", () => {
  const port = Env.shape.PORT.parse(undefined);
  const ports = DEPLOYED.flatMap((file) => all(file, /(?:server-\d:|containerPort: |port: "|EXPOSE )(\d+)/g));
  expect(new Set(ports)).toEqual(new Set([String(port)]));
  const paths = new Set(DEPLOYED.flatMap((file) => all(file, /\/api\/([\w/]+)/g)));
  expect(paths).toEqual(new Set(["healthz", "readyz/pages", "metrics"]));
  const document = text("lib/contract/reference/meta.ts") + text("server/front-door/api-dispatch.ts");
  for (const path of paths) expect(document).toContain(`/${path}`);
});

test("the image's build gets every file that the program loads by its path", () => {
  const ignored = text(".dockerignore")
    .split("\n")
    .filter((line) => /^\w/.test(line));
  const [, loaded = ""] = /const LOADED = \[(.*?)\];/s.exec(text("scripts/support/program.mjs")) ?? [];
  const paths = [...loaded.matchAll(/"([\w./-]+)"/g)].map(([, path]) => path ?? "");
  expect(paths).toContain("docs");
  const isIgnored = (path: string) => ignored.some((line) => `${path}/`.startsWith(`${line}/`));
  // The build makes these two itself.
  expect(paths.filter((path) => !/^(dist|node_modules)\//.test(path) && isIgnored(path))).toEqual([]);
});

test("images and manifests have the version of package.json", () => {
  const { version } = JSON.parse(text("package.json"));
  const versions = [...COMPOSE, ...MANIFESTS].flatMap((file) =>
    all(file, /(?:image: vedette[\w-]*:|newTag: )(\S+)/g),
  );
  expect(versions.length).toBeGreaterThan(3);
  expect(new Set(versions)).toEqual(new Set([version]));
  expect(text("docs/deploy.md")).toContain(`vedette-${version}.tgz`);
});

test("the dashboard and the alerts name metrics that the server exports", () => {
  const exported = new Set(all("lib/engine/health/metrics.ts", /"((?:vedette|probe|process)_\w+)"/g));
  for (const file of ["deploy/grafana.json", "deploy/prometheus/alerts.yaml"]) {
    const named = all(file, /\b((?:vedette|probe|process)_\w+)/g);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !exported.has(name))).toEqual([]);
  }
});

test("the runbook has a section for every part and every alert", () => {
  const sections = all("docs/runbook.md", /^## (.+)$/gm).map((title) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  expect(sections).toEqual(expect.arrayContaining(Object.keys(Readiness.shape.checks.shape)));
  const linked = all("deploy/prometheus/alerts.yaml", /runbook\.md#([\w-]+)$/gm);
  expect(sections).toEqual(expect.arrayContaining(linked));
});
