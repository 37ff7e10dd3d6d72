import { sessionStore } from '../../lib/storage.ts';

const PREFIX = 'draft ';

/** Drafts by the path of their record. They stay in this tab until logout. */
export const recordDraft = <Draft = string>(path: string) => sessionStore<Draft>(PREFIX + path);

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}
