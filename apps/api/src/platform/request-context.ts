import { AsyncLocalStorage } from 'node:async_hooks';

/** Who is behind the work at hand; journal and logs read it, nobody passes it along. */
export interface RequestContext {
  requestId: string;
  actor: 'visitor' | 'support' | 'admin' | 'webhook' | 'job';
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runAs = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const enterAs = (context: RequestContext): void => storage.enterWith(context);
export const currentRequest = (): RequestContext => storage.getStore() ?? { requestId: 'none', actor: 'job' };
