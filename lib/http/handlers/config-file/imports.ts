import { Readable } from "node:stream";
import { RawReply } from "@/lib/http/request";
import { handlers } from "@/lib/http/router/handler";
import { exportOwnProject } from "@/lib/services/config-file/export";
import { importConfiguration } from "@/lib/services/config-file/imports";

export const importHandlers = handlers({
  importConfiguration: ({ caller, body }) => importConfiguration(caller, body),
  exportConfiguration: async ({ caller }) => {
    const { project, text } = await exportOwnProject(caller);
    return new RawReply(
      200,
      {
        "Content-Type": "application/yaml; charset=utf-8",
        "Content-Disposition": `attachment; filename="${project}.yaml"`,
        "Cache-Control": "no-store",
      },
      Readable.toWeb(Readable.from(text, { objectMode: false })) as ReadableStream,
    );
  },
});
