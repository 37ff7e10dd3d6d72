import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids, actor and address of the current work, carried by AsyncLocalStorage. Journal, audit, limits and logs read it. */
export interface RequestContext {
  /** A job has that of the request that queued it. */
  requestId: string;
  /** Only jobs have one. */
  jobId?: string;
  actor: 'visitor' | 'support' | 'admin' | 'webhook' | 'job';
  /** The IP address of a request, as the last trusted proxy saw it; jobs, sweeps and commands have none. */
  address?: string;
  /** Of a job: the network (`networkOf`, /56) of the request that queued it. */
  network?: string | undefined;
  /** A HEAD request. It shows no data, so the audit log does not record it. */
  headersOnly?: boolean;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const enterContext = (context: RequestContext): void => storage.enterWith(context);

/** Sets the actor of the current context, also for the caller of an async guard, which `enterContext` would not reach. */
export function setActor(actor: RequestContext['actor']): void {
  const context = storage.getStore();
  if (context) context.actor = actor;
}

export const currentRequest = (): RequestContext => storage.getStore() ?? { requestId: 'none', actor: 'job' };
