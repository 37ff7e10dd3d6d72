/** Whether our server can be reached, and work that waits until it can. */

const LOOK_EVERY_MS = 3000;
const LOOK_TIMEOUT_MS = 5000;

let offline = false;
let looking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

export const isOffline = () => offline;

/** Subscribes to changes; returns the unsubscribe function, as `useSyncExternalStore` expects. */
export const onConnection = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('offline', lookNow);
  return () => {
    listeners.delete(listener);
    removeEventListener('offline', lookNow);
  };
};

function set(next: boolean) {
  offline = next;
  for (const listener of listeners) listener();
}

/** Any answer counts, also an error: the network is there. */
const serverAnswers = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/** Resolves when the server answers: whether it did not at first. */
function look(): Promise<boolean> {
  looking ??= lookAgain(false).finally(() => (looking = undefined));
  return looking;
}

const lookNow = () => void look();

async function lookAgain(wasOffline: boolean): Promise<boolean> {
  const answers = await serverAnswers();
  if (offline === answers) set(!answers);
  if (answers) return wasOffline;
  await untilOnlineOrLater();
  return lookAgain(true);
}

const untilOnlineOrLater = () =>
  new Promise<void>((done) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      done();
    };
    const timer = setTimeout(go, LOOK_EVERY_MS);
    addEventListener('online', go);
  });

/** `fetch` and `import` reject with a TypeError when no answer arrives. */
const hasNoAnswer = (error: unknown) => error instanceof TypeError;

/**
 * Does the work, which must be safe to repeat. Work that gets no answer is repeated as soon as the server can be reached;
 * if it could be reached all the time, once. Waits only on a page with a banner that says so.
 */
export async function whenConnected<T>(work: () => Promise<T>, fails = hasNoAnswer, repeats = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!fails(error) || !listeners.size) throw error;
    const wasOffline = await look();
    if (!wasOffline && !repeats) throw error;
    return whenConnected(work, fails, wasOffline ? repeats : repeats - 1);
  }
}
