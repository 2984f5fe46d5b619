import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { learnTokens } from "@/lib/http/signals/resolve";
import { startFrontDoor } from "@/lib/testing/pages/front-door";

// A server that receives signals until a test kills it. It sends its port to the test.
await learnTokens();
signalIntake().start();
const { port } = await startFrontDoor();
process.send?.(port);
