import { BarePage, MissingPage } from "@/components/page/dead-end";

export const metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <BarePage>
      <MissingPage />
    </BarePage>
  );
}
