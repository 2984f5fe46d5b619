import { createAlertRule, listAlertRules } from "@/lib/contract/alert-rules";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(createAlertRule, listAlertRules);
