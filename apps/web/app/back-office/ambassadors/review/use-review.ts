import { fullName, UNEXPECTED } from '@lampstand/contracts';
import type { AmbassadorAnswer, AmbassadorDetail, AmbassadorRow, Decision } from '@lampstand/contracts/back-office';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ifMatch, isStatus, post } from '../../../lib/api.ts';
import { causeOf } from '../../../lib/clock.ts';
import { useStaff } from '../../layout/auth.ts';
import { isSingleKey } from '../../layout/shortcuts.ts';
import { useList } from '../../lists/use-list.ts';

const LIST = '/api/admin/ambassadors';
const MOST = '200';
const FRESH_MS = 30_000;

/** A decision of this review, newest first. */
export interface TakenHere {
  id: number;
  name: string;
  decision: Decision;
  answer: Promise<AmbassadorAnswer>;
  undoUntil?: string | undefined;
  undone?: true;
  /** Why it, or its undoing, was refused. */
  problem?: string;
}

/** The changed words of the mails of an application. */
type ChangedWords = Partial<Record<Decision, string | undefined>>;

/**
 * Shows one open application that matches `q` at a time, the oldest first, without those a colleague has taken. The next one follows a
 * decision or a skip at once.
 */
export function useReview(q: string) {
  const queries = useQueryClient();
  const list = useList<AmbassadorRow>(LIST, { state: 'open', q, limit: MOST }, 0);
  const [passed, setPassed] = useState<readonly number[]>([]);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [first, setFirst] = useState<number>();
  const [taken, setTaken] = useState<readonly TakenHere[]>([]);
  /** Of each application, so that an undone decision comes back with its words. */
  const [changedWords, setChangedWords] = useState<Record<number, ChangedWords>>({});

  const { email } = useStaff();
  const free = (list.data?.rows ?? []).filter(({ owner }) => !owner || owner === email);
  const left = free.map(({ id }) => id).filter((id) => !passed.includes(id));
  const waiting = first !== undefined && !passed.includes(first) ? [first, ...left.filter((id) => id !== first)] : left;
  const detail = useQuery<AmbassadorDetail>({
    queryKey: [`${LIST}/${waiting[0]}`],
    enabled: waiting.length > 0,
    staleTime: FRESH_MS,
  });
  const next = waiting[1];
  useEffect(() => {
    if (next) void queries.prefetchQuery({ queryKey: [`${LIST}/${next}`], staleTime: FRESH_MS });
  }, [next, queries]);

  const pass = (id: number) => setPassed((before) => [...before, id]);
  const bringBack = (id: number) => {
    setPassed((before) => before.filter((each) => each !== id));
    setFirst(id);
  };
  const change = (entry: TakenHere, changes: Partial<TakenHere>) =>
    setTaken((before) => before.map((each) => (each.answer === entry.answer ? { ...each, ...changes } : each)));
  /** The lists and this application are read again when they are shown next. */
  const outdate = (id: number) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [LIST], refetchType: 'none' }),
      queries.invalidateQueries({ queryKey: [`${LIST}/${id}`] }),
    ]);

  const decide = (application: AmbassadorDetail, decision: Decision, words: string): void => {
    const { id } = application;
    pass(id);
    const answer = post<AmbassadorAnswer>(`${LIST}/${id}/${decision}`, { words }, ifMatch(application.seen));
    const entry: TakenHere = { id, name: fullName(application), decision, answer };
    setTaken((before) => [entry, ...before]);
    answer.then(
      ({ undoUntil }) => {
        change(entry, { undoUntil });
        void outdate(id);
      },
      (error: unknown) => {
        change(entry, { problem: causeOf(error) ?? UNEXPECTED });
        void outdate(id);
        if (!isStatus(error, 409)) bringBack(id);
      },
    );
  };

  const undo = async (entry: TakenHere | undefined): Promise<void> => {
    if (!entry || entry.undone || entry.problem) return;
    try {
      const { seen } = await entry.answer;
      await post(`${LIST}/${entry.id}/undo`, {}, ifMatch(seen));
      change(entry, { undone: true });
      await outdate(entry.id);
      bringBack(entry.id);
    } catch (error) {
      change(entry, { problem: causeOf(error) ?? UNEXPECTED });
    }
  };

  const skip = () => {
    const [id] = waiting;
    if (id === undefined) return;
    pass(id);
    setSkipped((before) => [...before, id]);
  };

  return {
    list,
    detail,
    application: detail.data?.id === waiting[0] ? detail.data : undefined,
    waiting: waiting.length + Math.max(0, (list.data?.total ?? 0) - (list.data?.rows.length ?? 0)),
    /** Open ones that a colleague has taken, which are not offered. */
    ofColleagues: (list.data?.rows.length ?? 0) - free.length,
    skipped: skipped.length,
    taken,
    wordsOf: (id: number): ChangedWords => changedWords[id] ?? {},
    changeWords: (id: number, changed: ChangedWords) =>
      setChangedWords((before) => ({ ...before, [id]: { ...before[id], ...changed } })),
    decide,
    undo,
    skip,
    /** Shows the skipped ones again, and those that were submitted since. */
    startOver: () => {
      setPassed((before) => before.filter((id) => !skipped.includes(id)));
      setSkipped([]);
      void list.refetch();
    },
  };
}

/** Runs the work of a pressed key, named as in `KeyboardEvent.key`, letters in lower case. Never while someone types. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.repeat || !isSingleKey(event)) return;
    const work = keys[key.length === 1 ? key.toLowerCase() : key];
    if (!work) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
