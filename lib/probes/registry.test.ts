import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { protocolContract } from "@/lib/contract/protocols/protocol";
import { TcpRequest, tcp } from "@/lib/contract/protocols/tcp";
import type { Probe } from "./probe";
import { PROBES } from "./registry";

/** The paths that CONTRIBUTING.md names for a new protocol, with `x` in place of its name. */
function touched(): string[] {
  const row = readFileSync("CONTRIBUTING.md", "utf8")
    .split("\n")
    .find((line) => line.startsWith("| a check protocol |"));
  return [...(row ?? "").matchAll(/`([^`]+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !path.includes(" "));
}

test("each protocol is where CONTRIBUTING.md says, with one line in each registry", () => {
  const paths = touched();
  const registries = paths.filter((path) => path.endsWith("/registry.ts"));
  expect(registries).toHaveLength(2);
  for (const name of PROTOCOL_NAMES) {
    const own = paths.filter((path) => /\/x\b/.test(path)).map((path) => path.replace(/\/x\b/, `/${name}`));
    expect(own.length).toBeGreaterThan(1);
    for (const layer of ["lib/contract/", "lib/probes/"])
      expect(
        own.some((path) => path.startsWith(layer) && existsSync(path)),
        `${layer} ${name}`,
      ).toBe(true);
    for (const registry of registries) {
      const lines = readFileSync(registry, "utf8").match(new RegExp(`^  ${name}(?:,|: )`, "gm"));
      expect(lines, `${registry} ${name}`).toHaveLength(1);
    }
  }
  for (const path of paths.filter((each) => !/\/x\b/.test(each))) expect(existsSync(path), path).toBe(true);
});

test("no other file decides by the name of a protocol or lists protocols", () => {
  const decides = /\bprotocol\)?\s*[!=]==?\s*"[a-z]+"|case "(?:tcp|icmp)"|"http"\s*[,|]\s*"tcp"/;
  const files = ["app", "components", "lib", "cli", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^lib\/testing\//.test(file));
  expect(sources.length).toBeGreaterThan(500);
  // In files of other products these are their names.
  const isForeign = (file: string) => file.startsWith("lib/domain/config-file/importers/");
  expect(sources.filter((file) => !isForeign(file) && decides.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("a protocol without a probe, or with a field that its form doesn't know, is a type error", () => {
  // @ts-expect-error: the probes of the other protocols are missing
  const incomplete: typeof PROBES = { tcp: PROBES.tcp };
  const { tls_skip_verify, ...fields } = tcp.fields;
  // @ts-expect-error: `tls_skip_verify` is missing
  const silent = () => protocolContract({ ...tcp, request: TcpRequest, fields });
  // @ts-expect-error: this isn't a protocol
  const unknown: Probe | undefined = PROBES.ftp;
  expect([Object.keys(incomplete), typeof silent, unknown, tls_skip_verify]).toEqual([
    ["tcp"],
    "function",
    undefined,
    tcp.fields.tls_skip_verify,
  ]);
});
