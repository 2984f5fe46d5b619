import { describe, expect, it } from "vitest";
import { UpdateStatusPage } from "@/lib/contract/status-pages/pages";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { db } from "@/lib/store/core/pool";
import {
  drainMails,
  linksOf,
  makeMailingPage,
  post,
  subscribeAndConfirm,
  textOf,
  tokenOf,
  useSmtp,
} from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { run } from "@/lib/testing/sql";

const stage = useSubscriberStage();
const { scene } = stage;

const subscribers = () =>
  db().selectFrom("page_subscribers").selectAll().where("status_page_id", "=", stage.page.id).execute();

const ask = (fields: string, options = {}) =>
  post(stage.frontDoor, `${stage.base}/subscribe`, fields, options);

/** Subscribes an address and returns the secret of its email. */
async function asked(email: string): Promise<string> {
  await ask(`email=${email}`);
  await drainMails();
  return tokenOf(stage.mailServer.mails.at(-1));
}

describe("a page with email subscriptions", () => {
  it("links to a form without scripts that lists its components", async () => {
    expect((await stage.frontDoor.ask(stage.base)).text).toContain(`href="${stage.base}/subscribe"`);
    const { status, text, headers } = await stage.frontDoor.ask(`${stage.base}/subscribe`);
    expect(status).toBe(200);
    expect(text).toContain(`action="${stage.base}/subscribe"`);
    expect(text).toContain(`value="${stage.shop}"`);
    expect(text).not.toContain("<script");
    expect(text).toContain('name="robots" content="noindex"');
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
  });

  it("requires a link and a button, so that link scanners confirm nothing", async () => {
    const answer = await ask(`email=Ada%40Example.com&component=${stage.search}&component=999999`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("Check your inbox");
    expect(answer.headers["cache-control"]).toBe("no-store");
    await drainMails();
    const [mail] = stage.mailServer.mails;
    expect(mail?.recipients).toEqual(["ada@example.com"]);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [confirm = ""] = linksOf(mail);
    const path = confirm.replace("http://localhost:3000", "");
    for (const method of ["GET", "HEAD", "GET"])
      expect((await stage.frontDoor.ask(path, { method })).status).toBe(200);
    expect(await subscribers()).toMatchObject([{ confirmed_at: null, components: [stage.search] }]);
    const done = await post(stage.frontDoor, `${stage.base}/subscribe/confirm`, `token=${tokenOf(mail)}`);
    expect(done.text).toContain("You're subscribed");
    expect(done.headers["referrer-policy"]).toBe("no-referrer");
    expect(await subscribers()).toMatchObject([{ email: "ada@example.com", confirmed_at: expect.any(Date) }]);
  });

  it("answers the same for known and unknown addresses and leaves confirmed subscriptions unchanged", async () => {
    const confirmed = "known@example.com";
    const token = await asked(confirmed);
    await post(stage.frontDoor, `${stage.base}/subscribe/confirm`, `token=${token}`);
    stage.mailServer.mails.length = 0;
    await run`truncate attempt_buckets`;
    const known = await ask(`email=${confirmed}&component=${stage.shop}`);
    const unknown = await ask("email=newly@example.com");
    expect(known.status).toBe(unknown.status);
    expect(known.text.replace(confirmed, "")).toBe(unknown.text.replace("newly@example.com", ""));
    expect((await subscribers())[0]).toMatchObject({ components: [], confirmed_at: expect.any(Date) });
    await drainMails();
    const mail = stage.mailServer.mails.find(({ recipients }) => recipients[0] === confirmed);
    expect(textOf(mail)).toMatch(/^You're already subscribed to Acme status/);
  });

  it("emails an address once a day and accepts twenty requests an hour per client", async () => {
    for (let n = 0; n < 20; n += 1) expect((await ask("email=victim@example.com")).status).toBe(200);
    const refused = await ask("email=other@example.com");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "3600"]);
    await drainMails();
    expect(stage.mailServer.mails.map(({ recipients }) => recipients)).toEqual([["victim@example.com"]]);
  });

  it("asks again for an invalid address and keeps the selection", async () => {
    const { status, text } = await ask(`email=%22%3Cb%3E&component=${stage.shop}`);
    expect(status).toBe(422);
    expect(text).toContain('role="alert"');
    expect(text).toContain('value="&quot;&lt;b&gt;"');
    expect(text).toMatch(new RegExp(`checked="" value="${stage.shop}"|value="${stage.shop}" checked=""`));
    expect(await subscribers()).toEqual([]);
  });

  it("lets the subscriber change the selection and unsubscribe, including with one-click POST", async () => {
    const token = await subscribeAndConfirm(stage, "ada@example.com");
    const manage = `${stage.base}/subscribe/manage`;
    expect((await stage.frontDoor.ask(`${manage}?token=${token}`)).text).toContain("ada@example.com");
    const saved = await post(stage.frontDoor, manage, `token=${token}&component=${stage.shop}`);
    expect(saved.text).toContain("Saved.");
    expect(await subscribers()).toMatchObject([{ components: [stage.shop] }]);
    const leave = `${stage.base}/subscribe/unsubscribe?token=${token}`;
    expect((await stage.frontDoor.ask(leave)).text).toContain("Unsubscribe</button>");
    expect(await subscribers()).toHaveLength(1);
    for (let n = 0; n < 2; n += 1)
      expect((await post(stage.frontDoor, leave, "List-Unsubscribe=One-Click")).status).toBe(200);
    expect(await subscribers()).toEqual([]);
    expect((await stage.frontDoor.ask(`${manage}?token=${token}`)).status).toBe(404);
  });

  it("accepts a secret only on its own page, and no guessed one", async () => {
    const token = await subscribeAndConfirm(stage, "ada@example.com");
    const { base } = await makeMailingPage(scene);
    for (const guess of [token, `${token.split(".")[0]}.${"A".repeat(43)}`, "", "1"])
      for (const path of ["confirm", "manage", "unsubscribe"])
        expect((await post(stage.frontDoor, `${base}/subscribe/${path}`, `token=${guess}`)).status).toBe(404);
    expect(await subscribers()).toHaveLength(1);
  });

  it("uses links on its own domain", async () => {
    Object.assign(stage, await makeMailingPage(scene, { domain: "status.subscribe.test" }));
    const host = "status.subscribe.test";
    const form = await stage.frontDoor.ask("/subscribe", { host });
    expect(form.text).toContain('action="/subscribe"');
    const answer = await post(stage.frontDoor, "/subscribe", "email=ada@example.com", { host });
    expect(answer.text).toContain('href="/"');
    await drainMails();
    const links = linksOf(stage.mailServer.mails.at(-1));
    for (const link of links) expect(link).toMatch(/^http:\/\/status\.subscribe\.test:3000\/subscribe\//);
    expect(links.length).toBeGreaterThan(0);
    const path = (links[0] ?? "").replace("http://status.subscribe.test:3000", "");
    expect((await stage.frontDoor.ask(path, { host })).text).toContain('action="/subscribe/confirm"');
  });
});

describe("a page without email subscriptions", () => {
  it("doesn't promise emails while there is no mail server", async () => {
    useSmtp(undefined);
    const silent = await makeMailingPage(scene);
    expect((await stage.frontDoor.ask(silent.base)).text).not.toContain("/subscribe");
    expect((await stage.frontDoor.ask(`${silent.base}/subscribe`)).status).toBe(404);
    expect((await post(stage.frontDoor, `${silent.base}/subscribe`, "email=a@example.com")).status).toBe(405);
    useSmtp(stage.mailServer.url);
  });

  it("offers nothing except unsubscribing", async () => {
    const token = await subscribeAndConfirm(stage, "ada@example.com");
    await updateStatusPage(
      scene.caller(),
      stage.page.id,
      UpdateStatusPage.parse({ subscription_channels: ["rss"] }),
    );
    await renderProjectPages(scene.projectId);
    const closed = await makeMailingPage(scene, { subscription_channels: ["rss"] });
    expect((await stage.frontDoor.ask(closed.base)).text).not.toContain("/subscribe");
    expect((await stage.frontDoor.ask(`${closed.base}/subscribe`)).status).toBe(404);
    expect((await post(stage.frontDoor, `${closed.base}/subscribe`, "email=a@example.com")).status).toBe(405);
    for (const path of ["confirm", "manage"])
      expect((await stage.frontDoor.ask(`${stage.base}/subscribe/${path}?token=${token}`)).status).toBe(404);
    const out = await post(stage.frontDoor, `${stage.base}/subscribe/unsubscribe?token=${token}`, "");
    expect(out.status).toBe(200);
    expect(await subscribers()).toEqual([]);
  });
});

describe("a private page", () => {
  const BEHIND = { access_password: "correct horse", access_token: "an access token of some length" };

  it("answers strangers the same everywhere and accepts no subscription before access is granted", async () => {
    Object.assign(stage, await makeMailingPage(scene, BEHIND));
    const door401 = await stage.frontDoor.ask(`${stage.base}/history.rss`);
    expect(door401.status).toBe(401);
    for (const path of ["", "/confirm", "/manage", "/unsubscribe", "/confirm?token=1.x"]) {
      const { status, text } = await stage.frontDoor.ask(`${stage.base}/subscribe${path}`);
      expect([path, status, text]).toEqual([path, 401, door401.text]);
    }
    await ask("email=ada@example.com");
    expect(await subscribers()).toEqual([]);
  });

  it("accepts subscriptions with access; its links work without and reveal nothing", async () => {
    Object.assign(stage, await makeMailingPage(scene, BEHIND));
    const opened = await post(stage.frontDoor, `${stage.base}/sign-in`, "password=correct+horse");
    const cookie = opened.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    await ask("email=ada@example.com", { headers: { Cookie: cookie } });
    await drainMails();
    const token = tokenOf(stage.mailServer.mails.at(-1));
    const confirm = await stage.frontDoor.ask(`${stage.base}/subscribe/confirm?token=${token}`);
    expect(confirm.text).toContain("Confirm your subscription");
    expect(confirm.text).not.toMatch(/Acme|Shop|Search/);
    expect(
      (await post(stage.frontDoor, `${stage.base}/subscribe/confirm`, `token=${token}`)).text,
    ).not.toContain("Acme");
    expect(await subscribers()).toMatchObject([{ confirmed_at: expect.any(Date) }]);
    expect((await stage.frontDoor.ask(`${stage.base}/subscribe/manage?token=${token}`)).status).toBe(401);
    const out = await post(stage.frontDoor, `${stage.base}/subscribe/unsubscribe?token=${token}`, "");
    expect([out.status, out.text.includes("Acme")]).toEqual([200, false]);
    expect(await subscribers()).toEqual([]);
  });
});
