import { deleteAlertRule, getAlertRule, updateAlertRule } from "@/lib/contract/alert-rules";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(
  deleteAlertRule,
  getAlertRule,
  updateAlertRule,
);
