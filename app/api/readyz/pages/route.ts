import { getPagesReadiness } from "@/lib/contract/meta";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(getPagesReadiness);
