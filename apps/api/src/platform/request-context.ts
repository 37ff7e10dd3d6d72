import { AsyncLocalStorage } from 'node:async_hooks';

/** Who is behind the work at hand; journal and logs read it, nobody passes it along. */
export interface RequestContext {
  requestId: string;
  actor: 'visitor' | 'support' | 'admin' | 'webhook' | 'job';
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const enterContext = (context: RequestContext): void => storage.enterWith(context);

/** From here on `actor` is behind the work at hand, also for who waits for it: entering anew would end with the caller. */
export function setActor(actor: RequestContext['actor']): void {
  const context = storage.getStore();
  if (context) context.actor = actor;
}

export const currentRequest = (): RequestContext => storage.getStore() ?? { requestId: 'none', actor: 'job' };
