import { Readable } from "node:stream";
import { exportOwnProject } from "@/lib/services/config-file/export";
import { exportPageSubscribers } from "@/lib/services/status-pages/subscriber-additions";
import { RawReply } from "../request";
import { handlers } from "../router/handler";

/** Returns a file that browsers save. */
function download(name: string, type: string, body: RawReply["body"]): RawReply {
  const headers = {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  };
  return new RawReply(200, headers, body);
}

export const exportHandlers = handlers({
  exportConfiguration: async ({ caller }) => {
    const { project, text } = await exportOwnProject(caller);
    const body = Readable.toWeb(Readable.from(text, { objectMode: false })) as ReadableStream;
    return download(`${project}.yaml`, "application/yaml", body);
  },
  exportPageSubscribers: async ({ caller, params: { statusPageId: id } }) =>
    download(`subscribers-${id}.csv`, "text/csv", await exportPageSubscribers(caller, id)),
});
