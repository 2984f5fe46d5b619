import { listOutboxMails } from "@/lib/contract/outbox";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listOutboxMails);
