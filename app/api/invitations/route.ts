import { createInvitation, listInvitations } from "@/lib/contract/invitations";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(createInvitation, listInvitations);
