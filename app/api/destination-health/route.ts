import { getDestinationHealth } from "@/lib/contract/destination-health";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(getDestinationHealth);
