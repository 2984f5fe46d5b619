import { verifyStatusPageDomain } from "@/lib/contract/status-pages";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(verifyStatusPageDomain);
