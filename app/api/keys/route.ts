import { createKey, listKeys } from "@/lib/contract/keys";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(createKey, listKeys);
