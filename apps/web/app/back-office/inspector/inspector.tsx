import type { InspectedTrial, RepairName } from '@lampstand/contracts/back-office';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { isStatus } from '../../lib/api.ts';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { Failed, Loading } from '../lists/states.tsx';
import { useWhileWatched } from '../parts/awake.ts';
import { ChurchPanel, CodesPanel, RelatedPanel } from './beside.tsx';
import { AccountPanel, SubscriptionPanel } from './billing-panels.tsx';
import { inspectedQuery, readAgain, writeNote } from './calls.ts';
import { ChartPicture } from './chart/chart-picture.tsx';
import { DiagnosisPanel } from './diagnosis-panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { RepairDialog } from './repairs/repair-dialog.tsx';
import { doneSentence } from './repairs/words.ts';
import { RepairList } from './repairs/repair-list.tsx';
import { NoteForm } from './timeline/note-form.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { TrialHead } from './trial-head.tsx';
import { WhatTheySee } from './what-they-see.tsx';
import { Panel } from '../parts/facts.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';
import '../../styles/inspector.css';

/** What is not settled changes while support and the person talk. */
const FOLLOW_MS = 5000;
const UNSETTLED = new Set(['phoneVerification', 'billingInformation', 'openingAccount']);
const isUnsettled = ({ state, erasedAt, erasureAskedAt, diagnosis }: InspectedTrial) =>
  erasedAt ? diagnosis.tone !== 'ended' : erasureAskedAt !== null || UNSETTLED.has(state);

/** One sign-up: where it stands, why, and what to do about it. */
export function Inspector({ id }: { id: string }) {
  const { data: trial, error, refetch } = useQuery(inspectedQuery(id));
  const follow = useCallback(() => void readAgain(id), [id]);
  useWhileWatched(follow, trial && isUnsettled(trial) ? FOLLOW_MS : false);

  if (trial) return <Inspected trial={trial} />;
  if (!error) return <Loading>Loading the sign-up…</Loading>;
  if (isStatus(error, 400, 404))
    return (
      <Notice tone="bad" title={ADMIN_ERRORS.noSuchTrial}>
        <p>It may have been typed wrongly. The box at the top finds it by name, phone, e-mail or church.</p>
      </Notice>
    );
  return (
    <Failed onRetry={() => void refetch()}>
      {`The sign-up could not be loaded. ${causeOf(error) ?? 'Please try again.'}`}
    </Failed>
  );
}

function Inspected({ trial }: { trial: InspectedTrial }) {
  const [asked, setAsked] = useState<RepairName>();
  const [done, setDone] = useState<string>();
  const ask = (name: RepairName) => {
    setDone(undefined);
    setAsked(name);
  };
  return (
    <>
      <TrialHead trial={trial} />
      <div className="inspector">
        <div className="inspector-main">
          <DiagnosisPanel trial={trial} done={done} onAsk={ask} />
          <RepairList offers={trial.repairs} onAsk={ask} />
          {!trial.erasedAt && (
            <NoteForm write={(text) => writeNote(trial.id, text)} onWritten={() => readAgain(String(trial.id))} />
          )}
          <Timeline entries={trial.timeline} />
          <CodesPanel codes={trial.codes} />
        </div>
        <div className="inspector-side">
          <Panel title="On the chart">
            <ChartPicture state={trial.state} timeline={trial.timeline} />
          </Panel>
          <WhatTheySee trial={trial} />
          <PersonPanel trial={trial} />
          <ChurchPanel trial={trial} />
          <AccountPanel trial={trial} />
          <SubscriptionPanel subscription={trial.subscription} />
          <RelatedPanel title="Same phone or e-mail" trials={trial.related} />
          <RelatedPanel title="Same card" trials={trial.sameCard} />
        </div>
      </div>
      {asked && (
        <RepairDialog
          trial={trial}
          name={asked}
          onClose={() => setAsked(undefined)}
          onDone={(answer) => {
            setAsked(undefined);
            setDone(doneSentence(answer));
            showToast({ title: answer.repeated ? 'Nothing more was done' : 'Done', description: answer.message });
          }}
        />
      )}
    </>
  );
}
