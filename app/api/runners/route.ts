import { createRunner, listRunners } from "@/lib/contract/runners";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(createRunner, listRunners);
