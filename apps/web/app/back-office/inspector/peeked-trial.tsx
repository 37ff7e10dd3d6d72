import { ADMIN_ERRORS, type InspectedTrial } from '@lampstand/contracts/back-office';
import { RecordQuery } from '../components/record.tsx';
import { Timeline } from '../components/timeline.tsx';
import { DiagnosisPanel } from './diagnosis-panel.tsx';
import { SignupBar } from './signup-bar.tsx';
import { SupportActionList, useSupportActions } from './support-actions.tsx';
import { trialPath } from './trial-api.ts';
import { useSignupReveal } from './person-panel.tsx';

const NEWEST = 5;

/** Who a sign-up is of, where it stands, what can be done, and what happened last. */
const PeekedTrial = ({ id }: { id: string }) => (
  <RecordQuery<InspectedTrial> path={trialPath(id)} noun="sign-up" missing={{ title: ADMIN_ERRORS.noSuchTrial }}>
    {(trial) => <Peeked trial={trial} />}
  </RecordQuery>
);
export default PeekedTrial;

function Peeked({ trial }: { trial: InspectedTrial }) {
  const { person, button, dialog } = useSignupReveal(trial);
  const actions = useSupportActions(trial);
  return (
    <>
      <SignupBar trial={trial} person={person} reveal={button} />
      <DiagnosisPanel trial={trial} done={actions.done} onSelect={actions.select} />
      <SupportActionList trial={trial} onSelect={actions.select} />
      <Timeline entries={trial.timeline.slice(-NEWEST)} />
      {dialog}
      {actions.dialog}
    </>
  );
}
