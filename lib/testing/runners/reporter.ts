import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import { Control } from "@/lib/runner/config/control";
import { Reporter } from "@/lib/runner/report/reporter";
import { Spool } from "@/lib/runner/report/spool";
import { reportOf } from "@/lib/testing/runners/reports";
import type { ScriptedControl } from "../runners/scripted-control";
import { check, monitorConfig } from "../targets/check";

/** Creates a reporter that spools to `folder` and reports to `origin`. Each read of its clock is a millisecond later. */
export function reporterIn(folder: string, origin: string, onAck: () => void = () => undefined): Reporter {
  let clockMs = 1_700_000_000_000;
  return new Reporter(new Control(origin, "token"), new Spool(folder), reportOf, onAck, () => {
    clockMs += 1;
    return clockMs;
  });
}

/** Returns the monitors whose results were reported, in order. */
export const delivered = (control: ScriptedControl) =>
  control.calls.flatMap(({ body }) => (body as ResultBatch).results.map(({ monitor }) => monitor));

/** What each reporter test sets up anew. */
export interface ReporterScene {
  /** Folder in which results wait. */
  folder: string;
  /** Set by the test and stopped after it. */
  server: ScriptedControl | undefined;
  numbered(monitor: number): CheckResult;
  reporter(origin: string, onAck?: () => void, own?: string): Reporter;
}

/** Creates a new folder and a result before each test. */
export function useReporter(): ReporterScene {
  let sample: CheckResult;
  const scene: ReporterScene = {
    folder: "",
    server: undefined,
    numbered: (monitor) => ({ ...sample, monitor }),
    reporter: (origin, onAck, own = scene.folder) => reporterIn(own, origin, onAck),
  };
  beforeEach(async () => {
    scene.folder = mkdtempSync(path.join(tmpdir(), "vedette-report-"));
    sample = await check(monitorConfig({ url: "http://10.0.0.1/" }));
  });
  afterEach(async () => {
    await scene.server?.stop();
    scene.server = undefined;
    rmSync(scene.folder, { recursive: true, force: true });
  });
  return scene;
}
