import { ImageResponse } from "next/og.js";
import { serveKillable } from "@/lib/shared/killable/killable-program";
import { type ShareImage, shareElement } from "@/lib/status-page/render/share-image";

export interface Drawing {
  readonly content: ShareImage;
  /** A data URL. */
  readonly logo: string | null;
}

void serveKillable(async ({ content, logo }: Drawing) => {
  const response = new ImageResponse(shareElement(content, logo), { width: 1200, height: 630 });
  return Buffer.from(await response.arrayBuffer());
});
