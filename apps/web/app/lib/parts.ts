/** Parts of a page that load after it, as modules. */
import { whenConnected } from './connection.ts';

declare global {
  /**
   * Reloads the page, unless it comes from a reload a moment ago; whether it does. For a part of the page that did not load
   * although the server answers: the page may be of a release that is gone. `layout/reload-once.ts`
   */
  var reloadOnce: () => boolean;
}

/** The server answers and does not send a part of the page. */
export class MissingPart extends Error {}

/** Loads modules. Throws MissingPart. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await whenConnected(() => load().catch(loadAnew<Part>));
  } catch (error) {
    throw new MissingPart(String(error));
  }
}

/** Whether the page reloads because a part of it that is needed now did not load. */
export const reloadsFor = (error: unknown): boolean => error instanceof MissingPart && reloadOnce();

let tries = 0;

/**
 * Chromium remembers until the page is left that a module did not load, and names its address in the error
 * (https://github.com/whatwg/html/issues/6768). The same file at another address is another module.
 */
async function loadAnew<Part>(error: unknown): Promise<Part> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (!address) throw error;
  tries += 1;
  return import(/* @vite-ignore */ `${address}?try=${tries}`) as Promise<Part>;
}
