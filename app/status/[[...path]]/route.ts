import { serveStatusPage } from "@/lib/http/status-pages";

/** Serves requests for status pages that reach Next.js. The page answers 404 and 405. */
export {
  serveStatusPage as DELETE,
  serveStatusPage as GET,
  serveStatusPage as HEAD,
  serveStatusPage as OPTIONS,
  serveStatusPage as PATCH,
  serveStatusPage as POST,
  serveStatusPage as PUT,
};
