import { notFound } from "next/navigation";
import { Gallery } from "@/components/gallery/gallery";
import { Providers } from "@/components/shell/providers";
import { isProduction } from "@/lib/http/loaders/production";

export const metadata = { title: "Gallery" };
export const dynamic = "force-dynamic";

/** Shows every component in every state, from fixtures. Not available in production. */
export default function GalleryPage() {
  if (isProduction()) notFound();
  return (
    <Providers>
      <main className="mx-auto max-w-[1160px] px-6 py-10">
        <h1 className="mb-6 text-[22px] font-semibold">Gallery</h1>
        <Gallery />
      </main>
    </Providers>
  );
}
