import { listMembers } from "@/lib/contract/members";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listMembers);
