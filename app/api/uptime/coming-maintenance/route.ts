import { listComingMaintenance } from "@/lib/contract/maintenance-windows";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listComingMaintenance);
