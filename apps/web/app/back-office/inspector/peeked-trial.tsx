import { ADMIN_ERRORS, type InspectedTrial } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../components/notice.tsx';
import { isStatus } from '../../lib/api.ts';
import { Failed, Loading } from '../components/placeholders.tsx';
import { Timeline } from '../components/timeline.tsx';
import { CallerBar } from './caller-bar.tsx';
import { DiagnosisPanel } from './diagnosis-panel.tsx';
import { SupportActionList } from './support-actions.tsx';
import { trialQuery } from './trial-api.ts';
import { useReveal } from './use-reveal.tsx';
import { useSupportActions } from './use-support-actions.tsx';

const NEWEST = 5;

/** Who a sign-up is of, where it stands, what can be done, and what happened last. */
export default function PeekedTrial({ id }: { id: string }) {
  const { data: trial, error, refetch } = useQuery(trialQuery(id));
  if (trial) return <Peeked trial={trial} />;
  if (!error) return <Loading>Loading the sign-up…</Loading>;
  if (isStatus(error, 400, 404)) return <Notice tone="bad" title={ADMIN_ERRORS.noSuchTrial} />;
  return <Failed onRetry={() => void refetch()}>The sign-up could not be loaded. Please try again.</Failed>;
}

function Peeked({ trial }: { trial: InspectedTrial }) {
  const { person, button, dialog } = useReveal(trial);
  const actions = useSupportActions(trial);
  return (
    <>
      <CallerBar trial={trial} person={person} reveal={button} />
      <DiagnosisPanel trial={trial} done={actions.done} onSelect={actions.select} />
      <SupportActionList trial={trial} onSelect={actions.select} />
      <Timeline entries={trial.timeline.slice(-NEWEST)} />
      {dialog}
      {actions.dialog}
    </>
  );
}
