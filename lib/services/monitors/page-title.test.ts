import { expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { useScene } from "@/lib/testing/scene";
import { useHttpServers } from "@/lib/testing/targets/http-server";
import { readPageTitle } from "./page-title";

const scene = useScene("file");
const serve = useHttpServers();
const page = (body: string, status = 200) =>
  serve(({ url }, response) => {
    if (url === "/old") response.writeHead(302, { Location: "/" }).end();
    else response.writeHead(status).end(body);
  });
const read = async (url: string) => (await readPageTitle(scene.caller(), { url })).title;

test.each([
  ["<html><head><TITLE lang=en>\n Shop &amp; Caf&#233; \u202e</TITLE>", 200, "Shop & Café"],
  ["<title></title>", 200, null],
  ["<title>Cut o", 200, null],
  [`${"x".repeat(70_000)}<title>Late</title>`, 200, null],
  ["<title>Not found</title>", 404, null],
  ["<title><b>Bold</b> &unknown;</title>", 200, "<b>Bold</b> &unknown;"],
])("reads the title of %j with status %i as %j", async (html, status, title) => {
  setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
  const url = await page(html, status);
  expect([await read(url), await read(`${url}/old`)]).toEqual([title, title]);
  delete process.env.ALLOW_PRIVATE_TARGETS;
  setEnv({});
});

test("reads nothing from an address that checks must not reach, or that doesn't answer", async () => {
  expect(await read(await page("<title>Secret</title>"))).toBeNull();
  expect(await read("http://nowhere.invalid/")).toBeNull();
});
