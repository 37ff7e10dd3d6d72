import { sessionStore } from './session-store.ts';

/** What is typed into a form and not yet saved outlives a reload, in this tab only. */
export function draftOf<Form extends object>(form: string) {
  const typed = sessionStore<Partial<Form>>(`${form}-draft`);
  const attempt = sessionStore<{ key: string; of: string }>(`${form}-attempt`);
  return {
    read: () => typed.read(),
    write: (values: Partial<Form>) => typed.write(values),
    forget() {
      typed.clear();
      attempt.clear();
    },
    /** One key for as long as the same details are sent, so that a repeated click or a lost answer saves once. */
    keyFor(body: object): string {
      const of = JSON.stringify(body);
      const last = attempt.read();
      if (last?.of === of) return last.key;
      const key = crypto.randomUUID();
      attempt.write({ key, of });
      return key;
    },
  };
}

export type Draft<Form extends object> = ReturnType<typeof draftOf<Form>>;
