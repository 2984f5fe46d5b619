import { afterAll, beforeAll } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { createMonitor } from "@/lib/services/monitors/writes";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { monotonicMs } from "@/lib/shared/clock";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene, STATUS_PAGE } from "@/lib/testing/scene";
import { startFrontDoor, type TestFrontDoor } from "./front-door";

/** A front door with the public page `acme` (also at status.acme.test) of a project with one monitor, "Shop". */
export interface AcmePage {
  readonly scene: Scene;
  readonly monitorId: number;
  readonly port: number;
  readonly ask: TestFrontDoor["ask"];
  /** Creates another page of the project, like `acme` except for the given fields. */
  makePage(more: object): ReturnType<typeof createStatusPage>;
}

/** Creates a database, a front door, and its page, once for the file. Call at the top of a test file. */
export function useAcmePage(): AcmePage {
  let scene: Scene;
  let frontDoor: TestFrontDoor;
  let monitorId: number;
  const makePage = (more: object) =>
    createStatusPage(
      scene.caller(),
      CreateStatusPage.parse({
        ...STATUS_PAGE,
        search_engine_indexed: true,
        components: [{ componentable_type: "uptime/monitor", componentable_id: monitorId }],
        ...more,
      }),
    );
  useDatabase();
  beforeAll(async () => {
    scene = await makeScene();
    monitorId = (await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR))).id;
    await makePage({ domain: "status.acme.test" });
    frontDoor = await startFrontDoor();
  });
  afterAll(() => frontDoor.close());
  return {
    get scene() {
      return scene;
    },
    get monitorId() {
      return monitorId;
    },
    get port() {
      return frontDoor.port;
    },
    ask: (...question) => frontDoor.ask(...question),
    makePage,
  };
}

/**
 * Polls until the condition holds and returns how many milliseconds that took. The limit only ends a wait that would
 * never end.
 */
export async function until(holds: () => Promise<boolean>, limitMs = 60_000): Promise<number> {
  const began = monotonicMs();
  while (!(await holds())) {
    if (monotonicMs() - began > limitMs) throw new Error(`The condition did not hold within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return monotonicMs() - began;
}
