import type { email as emailRule, phone as phoneRule, Toast } from '@lampstand/contracts';
import { UNEXPECTED } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { showToast } from '../../ui/toast-store.ts';

interface Change<Answer> {
  rule: typeof phoneRule | typeof emailRule;
  send: (value: string) => Promise<Answer>;
  taken: { toast: Toast; message: string };
  failed: Toast;
  onDone: (value: string, answer: Answer) => void;
}

/** One value, judged by the shared rule, sent, and its refusal shown at the field. */
export function useChange<Answer>({ rule, send, taken, failed, onDone }: Change<Answer>) {
  const box = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => box.current?.focus(), []);

  const change = useMutation({
    mutationFn: send,
    onSuccess: (answer, value) => onDone(value, answer),
    onError: (error) => {
      const exists = isStatus(error, 409) && error.body.userExists;
      const field = isStatus(error, 400) ? Object.values(error.body.fields ?? {})[0] : undefined;
      showToast(exists ? taken.toast : failed);
      setProblem(exists ? taken.message : (field ?? causeOf(error) ?? UNEXPECTED));
      box.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const judged = rule.safeParse(box.current?.value ?? '');
    setProblem(judged.error?.issues[0]?.message);
    if (judged.success) change.mutate(judged.data);
    else box.current?.focus();
  };
  return { box, problem, submit, pending: change.isPending };
}
