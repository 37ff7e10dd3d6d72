import { UNEXPECTED } from '@lampstand/contracts';
import { type CodeLanes, MAX_CODES } from '@lampstand/contracts/back-office';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ask } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { Facts, Panel } from '../components/panel.tsx';
import { count } from '../format.ts';
import { useStaff } from '../layout/auth.ts';

const PATH = '/api/admin/code-lanes';

/** Today's codes to unverified visitors, after a browser check and in all. An administrator sets the number for unverified visitors. */
export function CodesToday() {
  const { data: lanes } = useQuery<CodeLanes>({ queryKey: [PATH], staleTime: 30_000 });
  const staff = useStaff();
  if (!lanes) return null;
  const use = ({ used, of }: CodeLanes['all']) => `${count(used)} of ${count(of)}`;
  return (
    <Panel title="Codes today">
      <Facts
        facts={{
          'To unverified visitors': use(lanes.unproven),
          'After a browser check': use(lanes.worked),
          'In all': use(lanes.all),
          'Networks with most':
            lanes.networks.map(({ network, codes }) => `${network} (${count(codes)})`).join(', ') || 'none',
        }}
      />
      {staff.may('limits') && <Dial key={lanes.unproven.of} lanes={lanes} />}
    </Panel>
  );
}

function Dial({ lanes: { unproven } }: { lanes: CodeLanes }) {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (codes: number) => ask<CodeLanes>(PATH, { unproven: codes }),
    onSuccess: (lanes) => {
      queries.setQueryData([PATH], lanes);
      showToast({ title: 'Saved', description: 'The number applies from now on.' });
    },
    onError: (error) =>
      showToast({ title: 'Not saved', description: causeOf(error) ?? UNEXPECTED, variant: 'destructive' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!set.isPending && input.current?.reportValidity()) set.mutate(input.current.valueAsNumber);
  };
  return (
    <form className="row" onSubmit={submit}>
      <TextField
        name="unproven"
        label="Codes a day to unverified visitors"
        ref={input}
        type="number"
        min={0}
        max={MAX_CODES}
        required
        defaultValue={unproven.of}
      />
      <button type="submit" className="button second compact" aria-disabled={set.isPending || undefined}>
        Save
      </button>
    </form>
  );
}
