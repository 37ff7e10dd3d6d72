import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** One JSON value of a browser storage. Reads undefined and writes nothing where the browser denies storage. */
const jsonValue = (storage: () => Storage) =>
  function store<Value>(key: string) {
    return {
      read(): Value | undefined {
        try {
          return (JSON.parse(storage().getItem(key) ?? 'null') as Value | null) ?? undefined;
        } catch {
          return undefined;
        }
      },
      write(value: Value) {
        try {
          storage().setItem(key, JSON.stringify(value));
        } catch {}
      },
      clear() {
        try {
          storage().removeItem(key);
        } catch {}
      },
    };
  };

/** Kept until the tab closes. */
export const sessionStore = jsonValue(() => sessionStorage);
/** Kept in this browser. */
export const localStore = jsonValue(() => localStorage);

/** Unsaved form input; survives a reload of this tab. */
export function draftStore<Form extends object>(form: string) {
  const typed = sessionStore<Partial<Form>>(`${form}-draft`);
  const attempt = sessionStore<{ key: string; of: string }>(`${form}-attempt`);
  return {
    read: () => typed.read(),
    write: (values: Partial<Form>) => typed.write(values),
    forget() {
      typed.clear();
      attempt.clear();
    },
    /** Idempotency key of a submission: the same for as long as the body is the same. */
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

export type Draft<Form extends object> = ReturnType<typeof draftStore<Form>>;

type Filled<Form extends FieldValues> = Pick<UseFormReturn<Form>, 'getValues' | 'setValue' | 'setFocus' | 'reset'>;

/** Restores a draft into its form; `keep` stores the current values, `startOver` clears form and draft. */
export function useDraft<Form extends FieldValues>(form: Filled<Form>, draft: Draft<Form>) {
  const [kept, setKept] = useState(false);

  useEffect(() => {
    const typed = Object.entries(draft.read() ?? {}).filter(([, value]) => value);
    for (const [name, value] of typed) {
      const field = name as Path<Form>;
      if (!form.getValues(field)) form.setValue(field, value as PathValue<Form, Path<Form>>);
    }
    setKept(typed.length > 0);
  }, [form, draft]);

  return {
    kept,
    keep: () => draft.write(form.getValues()),
    startOver: (first: Path<Form>) => {
      form.setFocus(first); // before the reset, which unregisters the fields for a moment
      draft.forget();
      form.reset(Object.fromEntries(Object.keys(form.getValues()).map((name) => [name, ''])) as Form);
      setKept(false);
    },
  };
}
