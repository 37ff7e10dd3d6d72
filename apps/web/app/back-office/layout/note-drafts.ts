import { sessionStore } from '../../lib/storage.ts';

const PREFIX = 'note-draft ';

/** What was typed for a record and not saved, by the path of the record. Kept in this tab until the member of staff logs out. */
export const noteDraft = (path: string) => sessionStore<string>(PREFIX + path);

export function forgetNoteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}
