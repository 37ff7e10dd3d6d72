import { sessionStore } from '../../lib/session-store.ts';

/** That this browser session has opened the database page. The page is static text; the server keeps a scope of its own. */
export const unlockFlag = sessionStore<true>('database-unlocked');
