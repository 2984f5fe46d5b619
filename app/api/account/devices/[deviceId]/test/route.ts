import { testPushDevice } from "@/lib/contract/push-devices";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(testPushDevice);
