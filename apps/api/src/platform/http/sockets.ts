import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const SECOND = 1000;
/** What a process may have open besides the sockets of its callers: database, mail, providers, files. */
const OWN_DESCRIPTORS = 256;
const MOST_SOCKETS = 4096;

/** Longer than the patience of an export (120 seconds), which ends one that is not read and says so in its ledger. */
export const UNREAD_TIMEOUT_MS = 150 * SECOND;

interface Bounds extends ServerOptions {
  unreadTimeoutMs?: number;
  maxConnections?: number;
}

/**
 * The HTTP server with the bounds on what a caller can make it hold: a connection is cut when a request comes before the
 * last one is answered, which no browser does, and when nothing of an answer is taken for so long; there are so many.
 */
export function createBoundedServer(
  listener: RequestListener,
  { unreadTimeoutMs: unread = UNREAD_TIMEOUT_MS, maxConnections: most, ...options }: Bounds,
): Server {
  const server = createServer(options, oneAtATime(listener));
  server.setTimeout(unread);
  server.maxConnections = most ?? maxConnectionsFor(openFilesAllowed());
  return server;
}

/** A pipelined request would be worked on, and its answer held, with nothing that tells us when its caller is gone. */
function oneAtATime(listener: RequestListener): RequestListener {
  const answering = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const { socket } = request;
    const before = answering.get(socket);
    if (socket.destroyed || (before && !before.writableFinished)) return void socket.destroy();
    answering.set(socket, response);
    listener(request, response);
  };
}

export const maxConnectionsFor = (openFiles: number): number =>
  Math.max(OWN_DESCRIPTORS, Math.min(MOST_SOCKETS, openFiles - OWN_DESCRIPTORS));

function openFilesAllowed(): number {
  // Else each open connection is looked up by name.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  return Number(userLimits?.open_files?.soft) || MOST_SOCKETS;
}
