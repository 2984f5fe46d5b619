import type { Server } from "node:http";
import type { NextApp } from "./next-app";

const RELOAD_PATH = "/_next/hmr";
const REFUSED = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Opens the sockets through which `npm run dev` reloads pages and rejects every other upgrade. Without this listener, Node
 * answers upgrade requests as plain HTTP/1.1, which RFC 9110 §7.8 allows.
 */
export function openReloadSockets(server: Server, nextApp: () => Promise<NextApp>): void {
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (!request.url?.startsWith(RELOAD_PATH)) return void socket.end(REFUSED);
    nextApp().then(
      (app) => app.upgrade(request, socket, head) || socket.end(REFUSED),
      () => socket.end(REFUSED),
    );
  });
}
