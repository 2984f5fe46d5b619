import { listChannelHolds } from "@/lib/contract/channel-holds";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(listChannelHolds);
