import { AsyncLocalStorage } from 'node:async_hooks';

/** Request id and actor of the current work, carried by AsyncLocalStorage. Journal, audit and logs read it. */
export interface RequestContext {
  requestId: string;
  actor: 'visitor' | 'support' | 'admin' | 'webhook' | 'job';
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
