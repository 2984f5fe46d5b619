import { beginTwoFactor, getTwoFactor } from "@/lib/contract/two-factor";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(beginTwoFactor, getTwoFactor);
