import { listPageSubscribers } from "@/lib/contract/page-subscribers";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listPageSubscribers);
