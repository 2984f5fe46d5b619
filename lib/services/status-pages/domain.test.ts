import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import type { RecordSource } from "@/lib/probes/net/domain-records";
import { setEnv } from "@/lib/shared/env";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { verifyPageDomain } from "./domain";
import { createStatusPage, updateStatusPage } from "./writes";

useDatabase();

const DOMAIN = "status.example.com";
let scene: Scene;
let pageId: number;

beforeEach(async () => {
  setEnv({ APP_URL: "https://vedette.example.net" });
  scene = await makeScene(`D${Math.floor(Math.random() * 1e6)}`);
  await pool().query("delete from status_pages");
  await pool().query("delete from organizations where id <> $1", [scene.organizationId]);
  const page = CreateStatusPage.parse({
    name: "Acme",
    subdomain: "acme",
    title: "Acme status",
    description: "Live",
    website_url: "https://example.com",
    search_engine_indexed: false,
    components: [],
    domain: DOMAIN,
  });
  const made = await createStatusPage(scene.caller(), page);
  expect(made).toMatchObject({ language: "en", domain_state: "pending", domain_error: null });
  pageId = made.id;
});
afterEach(() => setEnv({ APP_URL: "", STATUS_PAGES_HOST: "" }));

const none = () => Promise.reject(Object.assign(new Error("none"), { code: "ENODATA" }));
function records(cname: string[], txt: string[] = []): RecordSource {
  return {
    resolveCname: () => (cname.length > 0 ? Promise.resolve(cname) : none()),
    resolveTxt: (name) => (txt.length > 0 && name === `_vedette.${DOMAIN}` ? Promise.resolve([txt]) : none()),
  };
}
const silent: RecordSource = {
  resolveCname: () => Promise.reject(Object.assign(new Error("timeout"), { code: "ETIMEOUT" })),
  resolveTxt: none,
};
const verify = (source: RecordSource) => verifyPageDomain(scene.caller(), pageId, source);

describe("a page's custom domain", () => {
  test("fails without proof and says what is missing, then is active with a CNAME to the app's host", async () => {
    const failed = await verify(records([]));
    expect(failed.domain_state).toBe("failed");
    expect(failed.domain_error).toContain(`a CNAME record ${DOMAIN} → vedette.example.net`);
    const active = await verify(records(["vedette.example.net"]));
    expect(active).toMatchObject({ domain_state: "active", domain_error: null, url: `https://${DOMAIN}` });
  });

  test("is active with the TXT record that the error names, in any number of parts", async () => {
    const { domain_error } = await verify(records([]));
    const proof = /vedette-[0-9a-f]{32}/.exec(domain_error ?? "")?.[0] ?? "";
    expect((await verify(records([], [proof.slice(0, 10), proof.slice(10)]))).domain_state).toBe("active");
  });

  test("fails again when its proof is gone, and stays active when no name server answers", async () => {
    await verify(records(["vedette.example.net"]));
    expect(await verify(silent)).toMatchObject({ domain_state: "active", domain_error: null });
    expect(await verify(records(["elsewhere.example.org"]))).toMatchObject({ domain_state: "failed" });
    expect((await verify(silent)).domain_error).toContain("did not respond");
  });

  test("has to be verified again after a change", async () => {
    await verify(records(["vedette.example.net"]));
    const change = { domain: "other.example.com" };
    expect(await updateStatusPage(scene.caller(), pageId, change)).toMatchObject({
      domain_state: "pending",
      domain_error: null,
    });
  });

  test("is verified by the page's own host, not by an app host that several organizations share", async () => {
    setEnv({ APP_URL: "https://vedette.example.net", STATUS_PAGES_HOST: "pages.example.net" });
    await pool().query("insert into organizations (name) values ('Second')");
    expect((await verify(records(["vedette.example.net"]))).domain_state).toBe("failed");
    expect((await verify(records(["acme.pages.example.net"]))).domain_state).toBe("active");
  });

  test("is active without verification if it is local to one network", async () => {
    const change = { domain: "status.office.lan" };
    expect((await updateStatusPage(scene.caller(), pageId, change)).domain_state).toBe("active");
    expect((await verify(silent)).domain_state).toBe("active");
  });

  test("must exist on a page of the project", async () => {
    await updateStatusPage(scene.caller(), pageId, { domain: null });
    await expect(verify(silent)).rejects.toMatchObject({
      status: 422,
      errors: { domain: expect.anything() },
    });
    await expect(verifyPageDomain(scene.caller(), 999_999)).rejects.toMatchObject({ status: 404 });
  });
});
