import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, type InspectedTrial } from '@lampstand/contracts/back-office';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { ChartPicture } from '../components/chart-picture.tsx';
import { RecordColumns, Technical } from '../components/panel.tsx';
import { RecordQuery, refreshRecord, useRecordTitle } from '../components/record.tsx';
import { NoteForm, Requests, Timeline } from '../components/timeline.tsx';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { PrivacyPanel } from '../privacy/privacy-panel.tsx';
import { AccountPanel, AgreementPanel, SubscriptionPanel, TechnicalFacts } from './billing-panels.tsx';
import { CustomerView, DiagnosisPanel } from './diagnosis-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { EmailClaim, NewContact, PersonPanel, useSignupReveal } from './person-panel.tsx';
import { ChurchPanel, CodesPanel, RelatedPanel, SamePersonPanel } from './related-records.tsx';
import { SignupBar } from './signup-bar.tsx';
import { SupportActionList, useSupportActions } from './support-actions.tsx';
import { addNote, trialPath } from './trial-api.ts';
import './inspector.css';

export default function InspectorPage() {
  const { id = '' } = useParams();
  const { title, onName } = useRecordTitle('Sign-up', id);
  return (
    <BackOfficeLayout title={title} prompt="access">
      <RecordQuery<InspectedTrial> key={id} path={trialPath(id)} noun="sign-up" missing={MISSING}>
        {(trial) => <Inspected trial={trial} onName={onName} />}
      </RecordQuery>
    </BackOfficeLayout>
  );
}

const MISSING = {
  title: ADMIN_ERRORS.noSuchTrial,
  hint: <p>Check the id. The search box at the top finds a sign-up by name, phone, email or church.</p>,
};

const mayErase = ({ supportActions }: InspectedTrial) =>
  supportActions.some(({ name, possible }) => name === 'erase' && possible);

function Inspected({ trial: read, onName }: { trial: InspectedTrial; onName: (name: string) => void }) {
  const { trial, button } = useSignupReveal(read);
  const { select, done, dialog: actionDialog } = useSupportActions(trial);
  const path = trialPath(trial.id);
  const name = trial.erasedAt ? '' : fullName(trial.person);
  useEffect(() => onName(name), [name, onName]);
  return (
    <>
      <SignupBar trial={trial} reveal={button} />
      <RecordColumns
        main={
          <>
            <EmailClaim trial={trial} />
            <NewContact trial={trial} onUndo={() => select('undo-correction')} />
            <DiagnosisPanel trial={trial} done={done} onSelect={select} />
            <PaymentsPanel trial={trial} onSelect={select} />
            <SupportActionList trial={trial} onSelect={select} />
            {!trial.erasedAt && (
              <NoteForm path={path} write={(text) => addNote(trial.id, text)} onWritten={() => refreshRecord(path)} />
            )}
            <Timeline entries={trial.timeline} />
            <CodesPanel codes={trial.codes} verifyLog={trial.providerPages.verifyLog} />
          </>
        }
        side={
          <>
            <CustomerView trial={trial} />
            <PersonPanel trial={trial} />
            {!trial.erasedAt && <SamePersonPanel records={trial.related} />}
            <ChurchPanel trial={trial} />
            <AccountPanel trial={trial} />
            <AgreementPanel trial={trial} />
            <SubscriptionPanel trial={trial} />
            {!trial.erasedAt && (
              <PrivacyPanel kind="signup" id={trial.id} onErase={mayErase(trial) ? () => select('erase') : undefined} />
            )}
            {trial.sameCard.length > 0 && <RelatedPanel title="Same card" records={trial.sameCard} />}
            <Technical>
              <TechnicalFacts trial={trial} />
              <Requests entries={trial.timeline} />
              <ChartPicture of="sign-up" state={trial.state} />
              {trial.subscription && <ChartPicture of="subscription" state={trial.subscription.status} />}
            </Technical>
          </>
        }
      />
      {actionDialog}
    </>
  );
}
