import { servePage } from "@/lib/http/router/serve-page";

export const dynamic = "force-dynamic";
export { servePage as GET, servePage as POST };
