import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Draft } from './draft.ts';

/** Brings a draft back into its form, keeps it up to date, and empties both when somebody would rather start over. */
export function useKeptDraft<Form extends FieldValues>(form: UseFormReturn<Form>, draft: Draft<Form>) {
  const [kept, setKept] = useState(false);

  useEffect(() => {
    const typed = Object.entries(draft.read() ?? {}).filter(([, value]) => value);
    for (const [name, value] of typed) {
      const field = name as Path<Form>;
      if (!form.getValues(field)) form.setValue(field, value as PathValue<Form, Path<Form>>);
    }
    setKept(typed.length > 0);
  }, [form]);

  return {
    kept,
    keep: () => draft.write(form.getValues()),
    startOver: (first: Path<Form>) => {
      form.setFocus(first); // after a reset the fields are unknown for a moment
      draft.forget();
      form.reset(Object.fromEntries(Object.keys(form.getValues()).map((name) => [name, ''])) as Form);
      setKept(false);
    },
  };
}
