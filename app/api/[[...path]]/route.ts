import { serveApi } from "@/lib/http/router/serve";

/** Serves API requests that reach Next.js. The API router answers 404 and 405. */
export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
};
