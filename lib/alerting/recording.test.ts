import { beforeEach, describe, expect, test, vi } from "vitest";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { forget } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { drainMails, makeMailingPage } from "@/lib/testing/pages/subscriber";
import { behave } from "@/lib/testing/providers/provider";
import { smsProvider } from "@/lib/testing/providers/sms";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage({ mail: true });

// Citus has no triggers on distributed tables.
describe.skipIf(await isOnCitus())("while the database's disk is full", () => {
  /** Deliveries and emails can be claimed, but not recorded. A sequence counts the refusals, because nothing rolls it back. */
  beforeEach(async () => {
    await pool().query(`create sequence refusals;
      create function refuse() returns trigger language plpgsql as $$ begin
        perform nextval('refusals'); raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    for (const table of ["deliveries", "page_mails"])
      await pool().query(`create trigger refused before update on ${table} for each row
        when (new.attempts = old.attempts) execute function refuse()`);
    return async () => {
      vi.unstubAllEnvs();
      await pool().query("drop function refuse cascade; drop sequence refusals");
    };
  });

  const isRefused = () =>
    vi.waitFor(
      async () => expect(await run`select last_value from refusals where is_called`).toHaveLength(1),
      10_000,
    );

  async function makeSpace(): Promise<void> {
    for (const table of ["deliveries", "page_mails"])
      await pool().query(`alter table ${table} disable trigger refused`);
  }

  const attempts = () =>
    run`select attempt, outcome from delivery_attempts where project_id = ${stage.scene.projectId}`;

  test("an alert that was sent is recorded later and not sent again, even if its claim was lost", async () => {
    await stage.hookFor(CREATED);
    await stage.openIncident();
    const draining = drain();
    await isRefused();
    await makeSpace();
    await run`update deliveries set attempts = 0, leased_until = null`;
    await drain();
    await draining;
    expect(await stage.onlyDelivery()).toMatchObject({ status: "delivered" });
    expect(stage.receiver.received).toHaveLength(1);
    expect(await attempts()).toEqual([{ attempt: 1, outcome: "delivered" }]);
  });

  test("an email that some recipients got is recorded later and not sent again", async () => {
    const members = [await stage.makeUser("Ada"), await stage.makeUser("Ben")];
    const id = await stage.makeIntegration("email", { members });
    await stage.makeRule(id, CREATED, { plain: true });
    stage.mailServer.refusedRecipients.set("ben", 550);
    await stage.openIncident();
    const draining = drain();
    await isRefused();
    await makeSpace();
    await draining;
    expect(await stage.onlyDelivery()).toMatchObject({ attempts: 1 });
    expect(stage.mailServer.mails).toHaveLength(1);
    expect(await attempts()).toHaveLength(1);
  });

  test("a member's alert doesn't wait until another's is recorded", async () => {
    for (const [name, value] of Object.entries(smsProvider.env(stage.receiver.url))) vi.stubEnv(name, value);
    forget("env");
    stage.receiver.respond = behave(smsProvider, null);
    const members = [await stage.makeUser("Ada"), await stage.makeUser("Ben")];
    await run`update users set phone = '+4930123' || id where id = any (${members})`;
    await stage.makeRule(await stage.makeIntegration("sms", { members }), CREATED, { plain: true });
    await stage.openIncident();
    const draining = drain();
    await vi.waitFor(() => expect(stage.receiver.received).toHaveLength(2), 30_000);
    expect(await stage.onlyDelivery()).toMatchObject({ status: "pending" });
    await makeSpace();
    await draining;
    expect(await stage.onlyDelivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(stage.receiver.received).toHaveLength(2);
  });

  test("a subscriber's email that was sent is recorded later and not sent again", async () => {
    const { page } = await makeMailingPage(stage.scene);
    await run`insert into page_subscribers (status_page_id, email, confirmed_at)
      values (${page.id}, 'ada@example.com', now())`;
    const incident = await stage.openIncident();
    await createIncidentUpdate(stage.scene.caller(), incident.id, {
      state: "investigating",
      content: "We look into it.",
    });
    const draining = drainMails();
    await isRefused();
    await makeSpace();
    await draining;
    expect(stage.mailServer.mails).toHaveLength(1);
    expect(await run`select attempts, sent_at is null as is_unsent from page_mails`).toEqual([
      { attempts: 1, is_unsent: false },
    ]);
  });
});
