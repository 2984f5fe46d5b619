import { deleteDrill, getDrill } from "@/lib/contract/drills";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(getDrill, deleteDrill);
