import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, type InspectedTrial, type RepairName } from '@lampstand/contracts/back-office';
import { hasTag, trialSignup } from '@lampstand/workflows';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { backOfficePages } from '../../seo/back-office-pages.ts';
import { headOf } from '../../seo/head.ts';
import { Badge, Panel, RecordColumns, RecordHead, StateBadge } from '../components/panel.tsx';
import { ChartDiagram } from '../components/chart-diagram.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { CopyButton } from '../components/text.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { NoteForm, Timeline } from '../components/timeline.tsx';
import { usePollingWhileActive } from '../components/use-polling-while-active.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { AccountPanel, AgreementPanel, SubscriptionPanel } from './billing-panels.tsx';
import { CustomerView, DiagnosisPanel } from './diagnosis-panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { ChurchPanel, CodesPanel, RelatedPanel } from './related-records.tsx';
import { doneMessage } from './support-action-labels.ts';
import { SupportActionDialog, SupportActionList } from './support-actions.tsx';
import { addNote, refreshTrial, trialQuery } from './trial-api.ts';
import './inspector.css';

const page = backOfficePages.inspector;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function InspectorPage() {
  const { id = '' } = useParams();
  return (
    <BackOfficeLayout title="Trial Sign-Up" prompt="access">
      <Inspector key={id} id={id} />
    </BackOfficeLayout>
  );
}

/** An open sign-up may change while support is on the phone with the person. */
const REFRESH_MS = 5000;
const mayChange = ({ state, erasedAt, erasureAskedAt, diagnosis }: InspectedTrial) =>
  erasedAt ? diagnosis.tone !== 'ended' : erasureAskedAt !== null || hasTag(trialSignup, state, 'open');

function Inspector({ id }: { id: string }) {
  const { data: trial, error, refetch } = useQuery(trialQuery(id));
  const refresh = useCallback(() => void refreshTrial(id), [id]);
  usePollingWhileActive(refresh, trial && mayChange(trial) ? REFRESH_MS : false);

  if (trial) return <Inspected trial={trial} />;
  if (!error) return <Loading>Loading the sign-up…</Loading>;
  if (isStatus(error, 400, 404))
    return (
      <Notice tone="bad" title={ADMIN_ERRORS.noSuchTrial}>
        <p>It may have been typed wrongly. The box at the top finds it by name, phone, email or church.</p>
      </Notice>
    );
  return (
    <Failed onRetry={() => void refetch()}>
      {`The sign-up could not be loaded. ${causeOf(error) ?? 'Please try again.'}`}
    </Failed>
  );
}

function Inspected({ trial }: { trial: InspectedTrial }) {
  const [selected, setSelected] = useState<RepairName>();
  const [done, setDone] = useState<string>();
  const select = (name: RepairName) => {
    setDone(undefined);
    setSelected(name);
  };
  return (
    <>
      <Head trial={trial} />
      <RecordColumns
        main={
          <>
            <DiagnosisPanel trial={trial} done={done} onSelect={select} />
            <SupportActionList offers={trial.repairs} onSelect={select} />
            {!trial.erasedAt && (
              <NoteForm write={(text) => addNote(trial.id, text)} onWritten={() => refreshTrial(String(trial.id))} />
            )}
            <Timeline entries={trial.timeline} />
            <CodesPanel codes={trial.codes} />
          </>
        }
        side={
          <>
            <Panel title="On the chart">
              <ChartDiagram chart={trialSignup} of="a sign-up" state={trial.state} timeline={trial.timeline} />
            </Panel>
            <CustomerView trial={trial} />
            <PersonPanel trial={trial} />
            <ChurchPanel trial={trial} />
            <AccountPanel trial={trial} />
            <AgreementPanel trial={trial} />
            <SubscriptionPanel subscription={trial.subscription} timeline={trial.timeline} />
            <RelatedPanel title="Same phone or email" trials={trial.related} />
            <RelatedPanel title="Same card" trials={trial.sameCard} />
          </>
        }
      />
      {selected && (
        <SupportActionDialog
          trial={trial}
          name={selected}
          onClose={() => setSelected(undefined)}
          onDone={(answer) => {
            setSelected(undefined);
            setDone(doneMessage(answer));
            showToast({ title: answer.repeated ? 'Nothing more was done' : 'Done', description: answer.message });
          }}
        />
      )}
    </>
  );
}

function Head({ trial }: { trial: InspectedTrial }) {
  const { id, state, person, church, createdAt, lastSeenAt, contactedAt, erasedAt, supersededBy } = trial;
  return (
    <RecordHead
      name={erasedAt ? 'An erased person' : <bdi>{fullName(person) || 'No name'}</bdi>}
      badges={
        <>
          <StateBadge state={state} />
          {supersededBy !== null && <Badge>Superseded</Badge>}
          {erasedAt && <Badge>Erased</Badge>}
          {contactedAt && (
            <Badge tone="good">
              Contacted <TimeAgo at={contactedAt} short />
            </Badge>
          )}
        </>
      }
      church={church.name}
      id={
        <>
          Sign-up <span className="id">{id}</span> <CopyButton text={String(id)} what="the id of the sign-up" />
        </>
      }
      dates={
        <>
          Began <TimeAgo at={createdAt} /> · last seen <TimeAgo at={lastSeenAt} short />
        </>
      }
    />
  );
}
