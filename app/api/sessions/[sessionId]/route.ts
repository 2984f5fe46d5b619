import { endOwnSession } from "@/lib/contract/own-sessions";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(endOwnSession);
