/** The data that the embedded PostgreSQL may lose: none, or (only for tests in a temporary folder) all of it. */
export type Durability = "durable" | "for-tests";

const MAX_SOCKET_PATH_BYTES = 107;
export const SOCKET_PORT = 5432;

/** Settings for a small machine: 51 MB in total at the same throughput as the defaults. */
export function settings(socketDir: string, durability: Durability): string[] {
  const safe = durability === "durable" ? "on" : "off";
  const values: Record<string, string> = {
    listen_addresses: "",
    port: String(SOCKET_PORT),
    unix_socket_directories: socketDir,
    unix_socket_permissions: "0700",
    // Containers have 64 MB of /dev/shm, so use no shared memory there.
    dynamic_shared_memory_type: "mmap",
    shared_buffers: "32MB",
    max_parallel_workers: "0",
    max_parallel_workers_per_gather: "0",
    max_parallel_maintenance_workers: "0",
    io_method: "sync",
    max_connections: "60",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    fsync: safe,
    synchronous_commit: safe,
    full_page_writes: safe,
    wal_level: "minimal",
    max_wal_senders: "0",
    max_wal_size: "1GB",
    min_wal_size: "80MB",
    wal_compression: safe,
    checkpoint_completion_target: "0.9",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    log_checkpoints: "off",
    // The caller reports rejected statements; log only what concerns the server as a whole.
    log_min_messages: "log",
    log_line_prefix: "",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Returns whether the socket path in this folder is short enough for the kernel. */
export function socketFits(socketDir: string): boolean {
  return Buffer.byteLength(`${socketDir}/.s.PGSQL.${SOCKET_PORT}`) < MAX_SOCKET_PATH_BYTES;
}

/** Returns the connection URL of the private socket. */
export function socketUrl(socketDir: string, database: string): string {
  return `postgres://vedette@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(socketDir)}`;
}
