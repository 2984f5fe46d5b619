import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import type { RecordLookup } from "@/lib/probes/net/domain-records";
import { setEnv } from "@/lib/shared/env";
import { db, pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene, STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { checkDueDomains, verifyStatusPageDomain } from "./domain";
import { deleteStatusPage, getStatusPage } from "./pages";
import { createStatusPage, updateStatusPage } from "./writes";

useDatabase();

const DOMAIN = "status.example.com";
/** Of hosts that have another address than the app's. */
const ADDRESSES: Record<string, string> = { "acme.pages.example.net": "203.0.113.8" };
let scene: Scene;
let pageId: number;

beforeEach(async () => {
  setEnv({ APP_URL: "https://vedette.example.net" });
  scene = await makeScene(`D${Math.floor(Math.random() * 1e6)}`);
  await run`delete from status_pages`;
  await run`delete from organizations where id <> ${scene.organizationId}`;
  await run`delete from domain_holders`;
  const made = await makePage(scene);
  expect(made).toMatchObject({ domain_state: "pending", domain_phase: "waiting", domain_error: null });
  pageId = made.id;
});
afterEach(() => setEnv({ APP_URL: "", STATUS_PAGES_HOST: "", STATUS_PAGES_ADDRESSES: "" }));

function makePage(of: Scene, more: object = {}) {
  const page = CreateStatusPage.parse({ ...STATUS_PAGE, domain: DOMAIN, ...more });
  return createStatusPage(of.caller(), page);
}

/** Answers with these records of the domain, and with the addresses of our own hosts. */
function records(cname: string[], txt: string[] = [], a: string[] = []): RecordLookup {
  return async (name, type) => {
    if (name.endsWith(".example.net")) return type === "A" ? [ADDRESSES[name] ?? "203.0.113.7"] : [];
    if (type === "TXT") return name === `_vedette.${DOMAIN}` ? txt : [];
    return type === "CNAME" ? cname : type === "A" ? a : [];
  };
}
const silent: RecordLookup = async () => null;
const verify = (lookup: RecordLookup) => verifyStatusPageDomain(scene.caller(), pageId, lookup);
const read = () => getStatusPage(scene.caller(), pageId);
/** Runs the job after moving every time of the domain into the past. */
async function later(minutes: number, lookup: RecordLookup) {
  const moved = ["since", "missing_since", "checked_at", "next_check_at"].map(
    (name) => `domain_${name} - make_interval(mins => $1) as domain_${name}`,
  );
  const { rows } = await pool().query(`select ${moved.join(", ")} from status_pages where id = $2`, [
    minutes,
    pageId,
  ]);
  await db().updateTable("status_pages").set(rows[0]).where("id", "=", pageId).execute();
  await checkDueDomains(lookup);
  return await read();
}
/** Returns the emails in the queue, oldest first. */
async function queued() {
  const rows =
    await run`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'system_mail' order by j.id`;
  return rows.map(({ payload }) => payload);
}
const mails = async () => (await queued()).map(({ message }) => message.title);
const proofIn = (text: string | null) => /vedette-[0-9a-f]{32}/.exec(text ?? "")?.[0] ?? "";

describe("a page's custom domain", () => {
  test("fails a domain without proof and names the missing record, then activates it with a CNAME to the app's host", async () => {
    const failed = await verify(records([]));
    expect(failed).toMatchObject({ domain_state: "failed", domain_phase: "waiting" });
    expect(failed.domain_error).toContain(`a CNAME record ${DOMAIN} → vedette.example.net`);
    const active = await verify(records(["vedette.example.net"]));
    expect(active).toMatchObject({ domain_state: "active", domain_error: null, url: `https://${DOMAIN}` });
  });

  test("is active with the TXT record that the error names", async () => {
    const { domain_error } = await verify(records([]));
    expect((await verify(records([], [proofIn(domain_error)]))).domain_state).toBe("active");
  });

  test("is active with the address of the app's host or the page's, or with those of the configuration instead", async () => {
    expect((await verify(records([], [], ["203.0.113.7"]))).domain_state).toBe("active");
    await updateStatusPage(scene.caller(), pageId, { domain: "page.example.com" });
    setEnv({ STATUS_PAGES_HOST: "pages.example.net" });
    expect((await verify(records([], [], ["203.0.113.8"]))).domain_state).toBe("active");
    await updateStatusPage(scene.caller(), pageId, { domain: "other.example.com" });
    setEnv({ STATUS_PAGES_ADDRESSES: "198.51.100.1, 2001:DB8:0::1" });
    const failed = await verify(records([], [], ["203.0.113.7"]));
    expect(failed.domain_error).toContain(
      "A and AAAA records other.example.com → 198.51.100.1 and 2001:db8::1",
    );
    expect((await verify(records([], [], ["198.51.100.1"]))).domain_state).toBe("active");
  });

  test("activates a pending domain when its record appears, and until then shows the needed and found records and the next check", async () => {
    await checkDueDomains(records([], [], []));
    const waiting = await read();
    expect(waiting).toMatchObject({
      domain_state: "pending",
      domain_phase: "waiting",
      domain_error: null,
      domain_answers: [],
      domain_records: [
        { type: "CNAME", name: DOMAIN, value: "vedette.example.net" },
        { type: "A", name: DOMAIN, value: "203.0.113.7" },
        { type: "TXT", name: `_vedette.${DOMAIN}` },
      ],
    });
    const [checkedMs, nextMs] = [waiting.domain_checked_at, waiting.domain_next_check_at].map((at) =>
      Date.parse(at ?? ""),
    );
    expect((nextMs ?? 0) - (checkedMs ?? 0)).toBe(60_000);
    expect(await later(2, records(["old.example.org"]))).toMatchObject({
      domain_state: "pending",
      domain_phase: "verifying",
      domain_answers: [{ type: "CNAME", name: DOMAIN, value: "old.example.org" }],
    });
    expect(await later(3, records(["vedette.example.net"]))).toMatchObject({
      domain_state: "active",
      domain_phase: "active",
      domain_offline_at: null,
    });
  });

  test("is not checked before it's due", async () => {
    await checkDueDomains(records([]));
    const { domain_checked_at } = await later(0, records(["vedette.example.net"]));
    expect((await read()).domain_state).toBe("pending");
    expect((await read()).domain_checked_at).toBe(domain_checked_at);
  });

  test("stays active without proof for 24 hours and when name servers are silent, then fails with the reason", async () => {
    await run`insert into users (organization_id, name, email, role)
       values (${scene.organizationId}, 'Ada', 'ada@example.com', 'owner'), (${scene.organizationId}, 'Zoe', 'zoe@example.com', 'member')`;
    const { domain_since } = await verify(records(["vedette.example.net"]));
    expect(await verify(silent)).toMatchObject({ domain_state: "active", domain_error: null, domain_since });
    const missing = await later(1500, records(["elsewhere.example.org"]));
    expect(missing).toMatchObject({ domain_state: "active", domain_error: null });
    expect(missing.domain_offline_at).not.toBeNull();
    expect(await mails()).toEqual([]);
    for (let count = 0; count < 5; count += 1) await later(60, records(["elsewhere.example.org"]));
    expect((await read()).domain_state).toBe("active");
    expect(await mails()).toEqual([`DNS no longer verifies ${DOMAIN}`]);
    expect(await later(1500, records(["elsewhere.example.org"]))).toMatchObject({
      domain_state: "failed",
      domain_phase: "broken",
      domain_offline_at: null,
      domain_error: expect.stringContaining("found CNAME elsewhere.example.org"),
    });
    const { to, organizationId, message } = (await queued()).at(-1) ?? {};
    expect([to, organizationId]).toEqual([[{ name: "Ada", email: "ada@example.com" }], scene.organizationId]);
    const { title, lines, facts, link } = message;
    expect(title).toBe(`The status page Acme is no longer available at ${DOMAIN}`);
    expect(lines[1]).toContain(`CNAME ${DOMAIN} → vedette.example.net, or A ${DOMAIN} → 203.0.113.7, or TXT`);
    expect(facts).toEqual([{ label: "DNS answers", value: "CNAME elsewhere.example.org" }]);
    expect(link.url).toBe(`https://vedette.example.net/status-pages/${pageId}`);
    expect(await later(1500, records(["vedette.example.net"]))).toMatchObject({ domain_state: "active" });
    expect(await mails()).toHaveLength(2);
  });

  test("is an error without an answer from name servers to someone who asked", async () => {
    expect((await verify(silent)).domain_error).toContain("did not respond");
  });

  test("has to be verified again after a change", async () => {
    await verify(records(["vedette.example.net"]));
    const change = { domain: "other.example.com" };
    expect(await updateStatusPage(scene.caller(), pageId, change)).toMatchObject({
      domain_state: "pending",
      domain_error: null,
      domain_records: [],
    });
  });

  test("is checked again when the page's subdomain changes, which changes its record", async () => {
    setEnv({ STATUS_PAGES_HOST: "pages.example.net" });
    await verify(records(["acme.pages.example.net"]));
    await updateStatusPage(scene.caller(), pageId, { subdomain: "renamed" });
    await checkDueDomains(records(["acme.pages.example.net"]));
    const { domain_records, domain_offline_at, domain_state } = await read();
    expect(domain_records[0]).toEqual({ type: "CNAME", name: DOMAIN, value: "renamed.pages.example.net" });
    expect([domain_state, domain_offline_at]).toEqual(["active", expect.any(String)]);
  });

  test("is verified by the page's own host, not by an app host or address that several organizations share", async () => {
    setEnv({ APP_URL: "https://vedette.example.net", STATUS_PAGES_HOST: "pages.example.net" });
    await run`insert into organizations (name) values ('Second')`;
    expect((await verify(records(["vedette.example.net"], [], ["203.0.113.7"]))).domain_state).toBe("failed");
    expect((await verify(records(["acme.pages.example.net"]))).domain_state).toBe("active");
  });

  test("keeps a proof that several organizations share, if it was proved before the second one came", async () => {
    await verify(records(["vedette.example.net"]));
    await run`insert into organizations (name) values ('Second')`;
    expect(await verify(records(["vedette.example.net"]))).toMatchObject({
      domain_state: "active",
      domain_offline_at: null,
    });
  });

  test("that another project proved is proved only by TXT, however its records still point here", async () => {
    setEnv({ STATUS_PAGES_HOST: "pages.example.net" });
    await verify(records(["acme.pages.example.net"]));
    await deleteStatusPage(scene.caller(), pageId);
    const other = await makeScene(`E${Math.floor(Math.random() * 1e6)}`);
    await run`delete from organizations where id not in (${scene.organizationId}, ${other.organizationId})`;
    const taken = await makePage(other);
    const claim = (lookup: RecordLookup) => verifyStatusPageDomain(other.caller(), taken.id, lookup);
    const failed = await claim(records(["acme.pages.example.net"], [], ["203.0.113.7"]));
    expect(failed.domain_state).toBe("failed");
    expect(failed.domain_records.map(({ type }) => type)).toEqual(["TXT"]);
    const proved = records(["acme.pages.example.net"], [proofIn(failed.domain_error)]);
    expect((await claim(proved)).domain_state).toBe("active");
    await deleteStatusPage(other.caller(), taken.id);
    pageId = (await makePage(scene)).id;
    expect((await verify(records(["acme.pages.example.net"]))).domain_state).toBe("failed");
  });

  test("is active without verification if it is local to one network", async () => {
    const change = { domain: "status.office.lan" };
    const local = { domain_state: "active", domain_phase: "active", domain_next_check_at: null };
    expect(await updateStatusPage(scene.caller(), pageId, change)).toMatchObject(local);
    expect(await verify(silent)).toMatchObject(local);
  });

  test("must exist on a page of the project", async () => {
    await updateStatusPage(scene.caller(), pageId, { domain: null });
    await expect(verify(silent)).rejects.toMatchObject({
      status: 422,
      errors: { domain: expect.anything() },
    });
    await expect(verifyStatusPageDomain(scene.caller(), 999_999)).rejects.toMatchObject({ status: 404 });
  });
});
