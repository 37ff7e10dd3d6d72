import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, type TrialRequestDetail } from '@lampstand/contracts/back-office';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ask } from '../../lib/api.ts';
import { FormPanel, ReasonsPanel } from '../components/form-panels.tsx';
import { RecordColumns, Technical } from '../components/panel.tsx';
import { RecordQuery, useRecordTitle } from '../components/record.tsx';
import { NoteForm, Requests, Timeline } from '../components/timeline.tsx';
import { SamePersonPanel } from '../inspector/related-records.tsx';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { STAFF_PAGES } from '../pages.ts';
import { PrivacyPanel } from '../privacy/privacy-panel.tsx';
import { Answers } from './answers.tsx';
import { Handling } from './handling.tsx';
import { RequestBar, requestPath, useRequestReveal } from './request-bar.tsx';

export default function TrialRequestPage() {
  const { id = '' } = useParams();
  const { title, onName } = useRecordTitle('Trial request', id);
  return (
    <BackOfficeLayout title={title}>
      <RecordQuery<TrialRequestDetail> key={id} path={requestPath(id)} noun="request" missing={MISSING}>
        {(request) => <Request request={request} onName={onName} />}
      </RecordQuery>
    </BackOfficeLayout>
  );
}

const MISSING = {
  title: ADMIN_ERRORS.noSuchRequest,
  hint: <Link to={STAFF_PAGES.trialRequests.path}>All requests</Link>,
};

interface Props {
  request: TrialRequestDetail;
  onName: (name: string) => void;
}

function Request({ request, onName }: Props) {
  const { person, button } = useRequestReveal(request);
  const queries = useQueryClient();
  const name = fullName(request);
  useEffect(() => onName(name), [name, onName]);
  const path = requestPath(request.id);
  const reload = () => queries.invalidateQueries();
  return (
    <>
      <RequestBar request={request} person={person} reveal={button} />
      <RecordColumns
        main={
          <>
            <Handling request={request} path={path} />
            <ReasonsPanel person={person} />
            <Answers request={request} path={path} onAnswered={reload} />
            <NoteForm path={path} write={(text) => ask(`${path}/notes`, { text })} onWritten={reload} />
            <Timeline entries={request.timeline} />
          </>
        }
        side={
          <>
            <FormPanel title="Person" form={request} person={person} />
            <SamePersonPanel records={request.related} />
            <PrivacyPanel kind="request" id={request.id} />
            <Technical>
              <Requests entries={request.timeline} />
            </Technical>
          </>
        }
      />
    </>
  );
}
