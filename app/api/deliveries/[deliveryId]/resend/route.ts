import { resendDelivery } from "@/lib/contract/deliveries";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(resendDelivery);
