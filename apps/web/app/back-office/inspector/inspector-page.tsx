import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, type InspectedTrial } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife, trialSignup } from '@lampstand/workflows';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { backOfficePages, staffHandle } from '../../seo/back-office-pages.ts';
import { headOf, ownTitle } from '../../seo/head.ts';
import { RecordColumns } from '../components/panel.tsx';
import { ChartDiagram } from '../components/chart-diagram.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { NoteForm, Timeline } from '../components/timeline.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { AccountPanel, AgreementPanel, SubscriptionPanel } from './billing-panels.tsx';
import { CallerBar } from './caller-bar.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { CustomerView, DiagnosisPanel } from './diagnosis-panel.tsx';
import { NewContact, PersonPanel } from './person-panel.tsx';
import { ChurchPanel, CodesPanel, RelatedPanel } from './related-records.tsx';
import { SupportActionList } from './support-actions.tsx';
import { addNote, refreshTrial, trialQuery } from './trial-api.ts';
import { UndoLine } from './undo-line.tsx';
import { useReveal } from './use-reveal.tsx';
import { useSupportActions } from './use-support-actions.tsx';
import './inspector.css';

const page = backOfficePages.inspector;

export const handle = staffHandle;
export const meta = () => headOf(page);

export default function InspectorPage() {
  const { id = '' } = useParams();
  const [loaded, setLoaded] = useState<{ id: string; title: string }>();
  const title = loaded?.id === id ? loaded.title : `Sign-up ${id}`;
  useEffect(() => {
    document.title = page.title.replace(ownTitle(page), () => title);
    return () => void (document.title = page.title);
  }, [title]);
  return (
    <BackOfficeLayout title={title} prompt="access">
      <Inspector key={id} id={id} onLoaded={(trial) => setLoaded({ id, title: titleOf(trial) })} />
    </BackOfficeLayout>
  );
}

/** "Jane Doe · Sign-up"; of an erased person the id. */
const titleOf = ({ id, person, erasedAt }: InspectedTrial) => {
  const name = erasedAt ? '' : fullName(person);
  return name ? `${name} · Sign-up` : `Sign-up ${id}`;
};

/** An open sign-up may change while support is on the phone with the person. */
const REFRESH_MS = 5000;
const mayChange = ({ state, erasedAt, erasureAskedAt, diagnosis }: InspectedTrial) =>
  erasedAt ? diagnosis.tone !== 'ended' : erasureAskedAt !== null || hasTag(trialSignup, state, 'open');

function Inspector({ id, onLoaded }: { id: string; onLoaded: (trial: InspectedTrial) => void }) {
  const { data: trial, error, refetch } = useQuery(trialQuery(id));
  const refresh = useCallback(() => void refreshTrial(id), [id]);
  const reportLoaded = useEffectEvent(onLoaded);
  useEffect(() => {
    if (trial) reportLoaded(trial);
  }, [trial]);
  usePollingWhileActive(refresh, trial && mayChange(trial) ? REFRESH_MS : false);

  if (trial) return <Inspected trial={trial} />;
  if (!error) return <Loading>Loading the sign-up…</Loading>;
  if (isStatus(error, 400, 404))
    return (
      <Notice tone="bad" title={ADMIN_ERRORS.noSuchTrial}>
        <p>Check the id. The search box at the top finds a sign-up by name, phone, email or church.</p>
      </Notice>
    );
  return (
    <Failed onRetry={() => void refetch()}>
      {`The sign-up could not be loaded. ${causeOf(error) ?? 'Please try again.'}`}
    </Failed>
  );
}

function Inspected({ trial }: { trial: InspectedTrial }) {
  const { select, done, dialog: actionDialog } = useSupportActions(trial);
  const { person, button, dialog } = useReveal(trial);
  return (
    <>
      <CallerBar trial={trial} person={person} reveal={button} />
      <RecordColumns
        main={
          <>
            <NewContact trial={trial} onUndo={() => select('undo-correction')} />
            <DiagnosisPanel trial={trial} done={done} onSelect={select} />
            <SupportActionList trial={trial} onSelect={select} />
            {!trial.erasedAt && (
              <NoteForm write={(text) => addNote(trial.id, text)} onWritten={() => refreshTrial(String(trial.id))} />
            )}
            <Timeline entries={trial.timeline} undo={trial.undo && <UndoLine trial={trial} undo={trial.undo} />} />
            <CodesPanel codes={trial.codes} verifyLog={trial.providerPages.verifyLog} />
          </>
        }
        side={
          <>
            <CustomerView trial={trial} />
            <PersonPanel trial={trial} person={person} />
            <ChurchPanel trial={trial} />
            <AccountPanel trial={trial} />
            <AgreementPanel trial={trial} />
            <SubscriptionPanel trial={trial} />
            <RelatedPanel title="Same phone or email" trials={trial.related} />
            <RelatedPanel title="Same card" trials={trial.sameCard} />
            <ChartPanel>
              <ChartDiagram chart={trialSignup} of="a sign-up" state={trial.state} timeline={trial.timeline} />
              {trial.subscription && (
                <ChartDiagram
                  chart={subscriptionLife}
                  of="a subscription"
                  state={trial.subscription.status}
                  timeline={trial.timeline}
                />
              )}
            </ChartPanel>
          </>
        }
      />
      {dialog}
      {actionDialog}
    </>
  );
}
