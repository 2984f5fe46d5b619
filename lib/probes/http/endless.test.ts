import { describe, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();
const text = (operator: string, value: string) => ({ type: "response_body", operator, value });

/** Writes a part of a body every 20 ms, for as long as anyone listens. */
const streams = (part: string) => () =>
  listen((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write(part), 20);
    response.once("close", () => clearInterval(timer));
  });

describe("does not wait for the end of a body that can't change the result", () => {
  it("judges the status a short time after the headers", async () => {
    const url = await streams("data: 1\n\n")();
    const result = await check(monitorConfig({ url }, { timeout_ms: 10_000 }));
    expect(result).toMatchObject({ outcome: "up", error: null, warnings: [] });
    expect(result.timings.total).toBeLessThan(2_500_000);
  });

  it("judges the status at the timeout if that comes first", async () => {
    const url = await listen((_, response) => {
      setTimeout(() => response.writeHead(200).write("begun"), 600);
    });
    expect(await check(monitorConfig({ url }))).toMatchObject({ outcome: "up", error: null });
  });

  it("stops soon after the text that it looks for", async () => {
    const url = await streams("data: needle\n\n")();
    const config = { timeout_ms: 10_000, success_assertions: [text("contains", "Needle")] };
    const result = await check(monitorConfig({ url }, config));
    expect(result).toMatchObject({ outcome: "up", error: null, warnings: [] });
    expect(result.timings.total).toBeLessThan(2_500_000);
  });

  it("finds a text that arrives just before the timeout", async () => {
    const url = await listen((_, response) => {
      response.writeHead(200).write("begun");
      setTimeout(() => response.write("needle"), 800);
    });
    const config = { success_assertions: [text("contains", "needle")] };
    expect(await check(monitorConfig({ url }, config))).toMatchObject({ outcome: "up", error: null });
  });

  it.each(["contains", "not_contains"])("waits for the rest when that could matter: %s", async (operator) => {
    const url = await streams("data: 1\n\n")();
    const result = await check(monitorConfig({ url }, { success_assertions: [text(operator, "needle")] }));
    expect(result).toMatchObject({ outcome: "down", error: { code: "http_timeout" } });
  });

  it("still reports a body that breaks off within that time", async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("begun");
      setTimeout(() => response.destroy(), 200);
    });
    expect(await check(monitorConfig({ url }))).toMatchObject({ outcome: "down" });
  });
});
