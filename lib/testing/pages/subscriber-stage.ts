import { afterEach, beforeEach } from "vitest";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import { type Scene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { startFrontDoor, type TestFrontDoor } from "./front-door";
import { drainMails, makeMailingPage, useSmtp } from "./subscriber";

type MailingPage = Awaited<ReturnType<typeof makeMailingPage>>;

/** Setup of tests of subscriptions: a page with two monitors, behind a front door that sends to a mail server. */
export interface SubscriberStage extends MailingPage {
  readonly scene: Scene;
  readonly frontDoor: TestFrontDoor;
  readonly mailServer: MailServer;
  /** Sends what is due. Returns who got emails since the last call, in order of address. */
  emailed(): Promise<string[]>;
}

/** Sets up a database for the file and a new stage before each test. `page` changes the page's fields. Call at the top of a test file. */
export function useSubscriberStage(page: object = {}): SubscriberStage {
  const stage = { scene: useScene(), emailed } as SubscriberStage;
  async function emailed(): Promise<string[]> {
    await drainMails();
    const mails = stage.mailServer.mails.splice(0);
    return mails.flatMap(({ recipients }) => recipients).sort();
  }
  beforeEach(async () => {
    const mailServer = await startMailServer();
    useSmtp(mailServer.url);
    await run`truncate attempt_buckets`;
    const frontDoor = await startFrontDoor();
    Object.assign(stage, { mailServer, frontDoor }, await makeMailingPage(stage.scene, page));
  });
  afterEach(async () => {
    useSmtp(undefined);
    await stage.frontDoor.close();
    await stage.mailServer.close();
  });
  return stage;
}
