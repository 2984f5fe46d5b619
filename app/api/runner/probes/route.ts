import { takeRunnerProbes } from "@/lib/contract/runner-endpoints";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(takeRunnerProbes);
