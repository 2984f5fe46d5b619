import { afterEach, beforeEach, expect, vi } from "vitest";
import type { EventKey } from "@/lib/contract/core/events";
import { forget } from "@/lib/shared/once";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { type MailServer, startMailServer } from "./mail-server";
import {
  allowLoopback,
  deliveriesOf,
  makeIntegration,
  makeRule,
  makeUser,
  makeWebhook,
  openIncident,
} from "./notification-setup";
import { type Receiver, startReceiver } from "./receiver";

export const CREATED = "uptime.incident.created";
export const RECOVERED = "uptime.incident.recovered";

/** A builder of `notification-setup`, in the stage's scene. */
type Here<Builder> = Builder extends (scene: Scene, ...rest: infer Rest) => infer Made
  ? (...rest: Rest) => Made
  : never;

/** Setup of notification tests: each test has its own scene, receiver and, if requested, mail server. */
export interface NotificationStage {
  readonly scene: Scene;
  readonly receiver: Receiver;
  /** Only of a stage with mail. */
  readonly mailServer: MailServer;
  readonly makeIntegration: Here<typeof makeIntegration>;
  readonly makeRule: Here<typeof makeRule>;
  readonly makeUser: Here<typeof makeUser>;
  readonly makeWebhook: Here<typeof makeWebhook>;
  readonly openIncident: Here<typeof openIncident>;
  /** Returns all deliveries, in the order of their events. */
  deliveries(): ReturnType<typeof deliveriesOf>;
  /** Creates a webhook to the receiver's `/hook` and an alert rule for each event. Returns the integration's ID. */
  hookFor(...events: EventKey[]): Promise<number>;
  /** Returns the only delivery that an alert rule created, ignoring failovers. */
  onlyDelivery(): Promise<Awaited<ReturnType<typeof deliveriesOf>>[number]>;
  /** Returns the kinds of events that the receiver got, in order. */
  sentEvents(): string[];
}

interface Props {
  scene: Scene;
  receiver: Receiver;
  mailServer: MailServer | null;
}

/** Sets up a database for the file and a new stage before each test. Call at the top of a test file. */
export function useNotificationStage(options: { mail?: boolean } = {}): NotificationStage {
  let props: Props | null = null;
  allowLoopback();
  useDatabase();
  beforeEach(async () => {
    const mailServer = options.mail ? await startMailServer() : null;
    if (mailServer) mailGoesTo(mailServer.url);
    props = { mailServer, receiver: await startReceiver(), scene: await makeScene() };
  });
  afterEach(async () => {
    vi.useRealTimers();
    if (options.mail) mailGoesTo(null);
    await props?.mailServer?.close();
    await props?.receiver.close();
  });
  return stageOf(() => {
    if (!props) throw new Error("The stage exists only inside a test.");
    return props;
  });
}

function mailGoesTo(url: string | null): void {
  if (url) process.env.SMTP_URL = url;
  else delete process.env.SMTP_URL;
  forget("env");
}

function stageOf(props: () => Props): NotificationStage {
  const stage: NotificationStage = {
    get scene() {
      return props().scene;
    },
    get receiver() {
      return props().receiver;
    },
    get mailServer() {
      const { mailServer } = props();
      if (!mailServer)
        throw new Error("This stage has no mail server: call useNotificationStage({ mail: true }).");
      return mailServer;
    },
    makeIntegration: (...rest) => makeIntegration(stage.scene, ...rest),
    makeRule: (...rest) => makeRule(stage.scene, ...rest),
    makeUser: (...rest) => makeUser(stage.scene, ...rest),
    makeWebhook: (...rest) => makeWebhook(stage.scene, ...rest),
    openIncident: (...rest) => openIncident(stage.scene, ...rest),
    deliveries: () => deliveriesOf(stage.scene.projectId),
    async hookFor(...events) {
      const id = await stage.makeWebhook(`${stage.receiver.url}/hook`);
      for (const event of events) await stage.makeRule(id, event);
      return id;
    },
    async onlyDelivery() {
      const made = await stage.deliveries();
      const [delivery, ...more] = made.filter((one) => one.failed_over_from === null);
      expect(more).toEqual([]);
      if (!delivery) throw new Error("No delivery was created.");
      return delivery;
    },
    sentEvents: () => stage.receiver.received.map((one) => (JSON.parse(one.body) as { type: string }).type),
  };
  return stage;
}
