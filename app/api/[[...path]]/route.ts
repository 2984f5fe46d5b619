import { serveApi } from "@/lib/http/router/serve";

/** Serves the whole API when a request reaches Next; the router behind it answers 404 and 405 itself. */
export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
};
