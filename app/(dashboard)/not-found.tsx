import { MissingPage } from "@/components/page/dead-end";

export const metadata = { title: "Page not found" };

export default MissingPage;
