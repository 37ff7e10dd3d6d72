import type { MessageEvent } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActingStaff } from '../auth/index.ts';
import { Changes } from './changes.ts';

const BEAT_MESSAGE = { type: 'beat', data: '' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Changes that a test tells, to a page whose session is live as long as `session.isLive`. */
async function aPage() {
  const session = { isLive: true };
  const told: { change: (change: string) => void; listensAgain: () => void }[] = [];
  const listen = async (_channel: string, change: (what: string) => void, listensAgain: () => void) => {
    told.push({ change, listensAgain });
    return { close: async () => {} };
  };
  const changes = new Changes(
    { getDb: () => ({ listen }) } as never,
    { start: async () => {} } as never,
    { isLive: async () => session.isLive } as never,
  );
  await changes.onApplicationBootstrap();
  const page = { messages: [] as MessageEvent[], ended: false };
  changes.of({} as ActingStaff).subscribe({
    next: (message) => page.messages.push(message),
    complete: () => void (page.ended = true),
  });
  return { ...told[0]!, session, page, changes };
}

describe('a page that listens to changes', () => {
  it('gets the changes of a moment as one message, each once', async () => {
    const { change, page } = await aPage();
    for (const each of ['7', 'queue', '7']) change(each);
    await vi.advanceTimersByTimeAsync(1000);
    change('8');
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.messages).toEqual([{ data: ['7', 'queue'] }, { data: ['8'] }]);
  });

  it('gets a message every 20 seconds, before a proxy closes the connection, and once changes may have been missed', async () => {
    const { listensAgain, page } = await aPage();
    await vi.advanceTimersByTimeAsync(41_000);
    expect(page.messages).toEqual([BEAT_MESSAGE, BEAT_MESSAGE]);
    listensAgain();
    expect(page.messages).toHaveLength(3);
  });

  it('hears no more once its session is over', async () => {
    const { session, page } = await aPage();
    session.isLive = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(page.ended).toBe(true);
  });

  it('hears no more while the server stops, also one that comes then', async () => {
    const { page, changes } = await aPage();
    await changes.onModuleDestroy();
    expect(page.ended).toBe(true);
    let ended = false;
    changes.of({} as ActingStaff).subscribe({ complete: () => void (ended = true) });
    expect(ended).toBe(true);
  });
});
