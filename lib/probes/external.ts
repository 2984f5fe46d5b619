export { probeHeartbeat as probeExternal } from "./heartbeat";
