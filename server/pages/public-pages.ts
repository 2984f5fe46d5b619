import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type PageFinder,
  type PageNameKind,
  replyAtHost,
  replyAtPath,
  type Visit,
} from "@/lib/status-page/answer/reply";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import type { PageReply } from "@/lib/status-page/serve/page-reply";
import { readBody } from "@/server/request-body";
import { ResponseCache } from "./response-cache";

/** How a request arrived. */
export interface Peer {
  readonly address: string;
  readonly secure: boolean;
}

export interface PublicPages {
  /** Answers from the cache when the same request was answered before and nothing has changed since. */
  answerFast(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers `/status/<subdomain>/**` on the app's host. */
  answerPath(request: IncomingMessage, response: ServerResponse, peer: Peer): Promise<void>;
  /** Answers everything on a page's own host. Returns false when there is no such page. */
  answerHost(
    target: { readonly kind: PageNameKind; readonly name: string },
    request: IncomingMessage,
    response: ServerResponse,
    peer: Peer,
  ): Promise<boolean>;
  stop(): Promise<void>;
}

/** Sources of pages and of news about their changes. */
export interface PageSource extends PageFinder {
  onChange(watcher: () => void): void;
  start(): Promise<() => void>;
}

export async function publicPages(source: PageSource = pageCache()): Promise<PublicPages> {
  const cache = new ResponseCache();
  source.onChange(() => cache.clear());
  const end = await source.start();
  const send = (request: IncomingMessage, response: ServerResponse, reply: PageReply, epoch: number) => {
    if (reply.shared) cache.remember(request, reply.shared, epoch);
    if (response.headersSent) return void response.destroy();
    response.writeHead(reply.status, [...reply.headers]);
    response.end(reply.body ?? undefined);
  };
  return {
    answerFast: (request, response) => cache.answer(request, response),
    answerPath: async (request, response, peer) => {
      const { epoch } = cache;
      send(request, response, await replyAtPath(source, visitOf(request, peer)), epoch);
    },
    answerHost: async ({ kind, name }, request, response, peer) => {
      const { epoch } = cache;
      const reply = await replyAtHost(source, kind, name, visitOf(request, peer));
      if (reply) send(request, response, reply, epoch);
      return reply !== null;
    },
    stop: async () => end(),
  };
}

function visitOf(request: IncomingMessage, peer: Peer): Visit {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  return {
    ...peer,
    method: request.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    search: mark === -1 ? "" : target.slice(mark),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: (limit) => readBody(request, limit),
  };
}
