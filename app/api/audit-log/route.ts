import { listAuditLog } from "@/lib/contract/audit-log";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listAuditLog);
