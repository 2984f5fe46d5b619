import { listCertificates } from "@/lib/contract/certificates";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listCertificates);
