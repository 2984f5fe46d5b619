import { requestPasswordReset } from "@/lib/contract/accounts";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(requestPasswordReset);
