import { parseYaml, UnreadableFile, yamlDocuments } from "../documents";
import { Entry } from "../entry";

/** Returns the configurations in a file: its documents, and the texts in Kubernetes ConfigMaps and Secrets among them. */
export function gatusFiles(text: string): Entry[] {
  const files = yamlDocuments(text).flatMap((document) => ofDocument(new Entry(document)));
  const found = files.filter(isGatus);
  if (found.length === 0)
    throw new UnreadableFile("The file isn't a Gatus configuration: it has no endpoints.");
  // Those without endpoints may have the alerts' defaults.
  return files;
}

function isGatus(file: Entry): boolean {
  // In a Compose file, services are an object.
  return ["endpoints", "services", "external-endpoints", "suites"].some((name) =>
    Array.isArray(file.value(name)),
  );
}

function ofDocument(document: Entry): Entry[] {
  const kind = document.text("kind");
  if (document.text("apiVersion") === "" || kind === "") return [document];
  if (kind.endsWith("List")) return document.entries("items").flatMap(ofDocument);
  if (kind !== "ConfigMap" && kind !== "Secret") return [];
  const data = document.entry(kind === "Secret" ? "stringData" : "data");
  return data
    .keys()
    .filter((name) => /\.ya?ml$/i.test(name))
    .map((name) => new Entry(parseYaml(data.text(name), { keepNumbers: true })));
}
