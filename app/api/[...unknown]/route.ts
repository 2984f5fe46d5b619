import { serve } from "@/lib/http/serve";

/** Unknown paths answer the table's JSON 404. */
export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve();
