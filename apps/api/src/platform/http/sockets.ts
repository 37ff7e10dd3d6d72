import { type RequestListener, Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const SECOND = 1000;
/** File descriptors reserved for database, mail, providers and files. */
const RESERVED_DESCRIPTORS = 256;
const MAX_CONNECTIONS = 4096;

/** Longer than the timeout of an unread export (120 s), so that the export ends first and is recorded as failed. */
export const UNREAD_TIMEOUT_MS = 150 * SECOND;

interface Bounds extends ServerOptions {
  unreadTimeoutMs?: number;
  maxConnections?: number;
}

/**
 * An HTTP server that limits what a client can make it hold: it caps the number of connections, and cuts one that pipelines
 * requests or that reads nothing of its response for `unreadTimeoutMs`.
 */
export function createBoundedServer(
  listener: RequestListener,
  { unreadTimeoutMs = UNREAD_TIMEOUT_MS, maxConnections, ...options }: Bounds,
): Server {
  const server = new ClosingServer(options, rejectPipelining(listener));
  server.setTimeout(unreadTimeoutMs);
  server.maxConnections = maxConnections ?? maxConnectionsFor(openFilesAllowed());
  return server;
}

/**
 * Closes at once when its running requests are answered. Node's server also waits for connections that never sent a request,
 * such as a browser's spare one, and for kept-alive ones whose response ended after `close`.
 */
class ClosingServer extends Server {
  private readonly idle = new Set<Socket>();
  private closing = false;

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (socket: Socket) => {
      this.idle.add(socket);
      socket.once('close', () => this.idle.delete(socket));
    });
    this.on('request', ({ socket }, response) => {
      this.idle.delete(socket);
      response.once('close', () => {
        if (this.closing) socket.destroySoon();
        else if (!socket.destroyed) this.idle.add(socket);
      });
    });
  }

  override close(done?: (error?: Error) => void): this {
    this.closing = true;
    for (const socket of this.idle) socket.destroy();
    return super.close(done);
  }
}

/** Browsers do not pipeline; with pipelining, a disconnect of the client would go unnoticed. */
function rejectPipelining(listener: RequestListener): RequestListener {
  const responses = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const { socket } = request;
    const previous = responses.get(socket);
    if (socket.destroyed || (previous && !previous.writableFinished)) return void socket.destroy();
    responses.set(socket, response);
    listener(request, response);
  };
}

export const maxConnectionsFor = (openFiles: number): number =>
  Math.max(RESERVED_DESCRIPTORS, Math.min(MAX_CONNECTIONS, openFiles - RESERVED_DESCRIPTORS));

function openFilesAllowed(): number {
  // Otherwise the report does a reverse DNS lookup for each open connection.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  return Number(userLimits?.open_files?.soft) || MAX_CONNECTIONS;
}
