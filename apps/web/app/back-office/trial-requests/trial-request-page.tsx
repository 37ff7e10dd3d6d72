import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, ADMIN_TEXTS, type TrialRequestDetail } from '@lampstand/contracts/back-office';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { isStatus, post } from '../../lib/api.ts';
import { Facts, Panel, RecordColumns, RecordHead } from '../components/panel.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { Email, MailLink, PhoneLink } from '../components/text.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { NoteForm, Timeline } from '../components/timeline.tsx';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { Answers } from './answers.tsx';
import { Handling } from './handling.tsx';
import { RequestBadge } from './request-badge.tsx';

export default function TrialRequestPage() {
  const { id = '' } = useParams();
  return (
    <BackOfficeLayout title="Trial Request">
      <Request key={id} path={`/api/admin/trial-requests/${id}`} />
    </BackOfficeLayout>
  );
}

function Request({ path }: { path: string }) {
  const { data: request, error, refetch } = useQuery<TrialRequestDetail>({ queryKey: [path] });
  const queries = useQueryClient();
  if (isStatus(error, 400, 404) && !request)
    return (
      <Notice tone="bad" title={ADMIN_ERRORS.noSuchRequest}>
        <Link to="/admin/trial-requests">All requests</Link>
      </Notice>
    );
  if (error && !request)
    return <Failed onRetry={() => void refetch()}>The request could not be loaded. Please try again.</Failed>;
  if (!request) return <Loading>Loading the request…</Loading>;
  const reload = () => queries.invalidateQueries();
  return (
    <>
      <RecordHead
        name={<bdi>{fullName(request)}</bdi>}
        badges={<RequestBadge state={request.state} />}
        church={request.churchName}
        id={
          <>
            Request <span className="id">{request.id}</span>
          </>
        }
        dates={
          <>
            Sent <TimeAgo at={request.createdAt} />
          </>
        }
      />
      <RecordColumns
        main={
          <>
            <Handling request={request} path={path} />
            <Panel title="Why they are interested">
              <p className="said">
                {request.whyInterested === null ? ADMIN_TEXTS.hiddenWords : <bdi>{request.whyInterested}</bdi>}
              </p>
            </Panel>
            <Answers request={request} path={path} onAnswered={reload} />
            <NoteForm write={(text) => post(`${path}/notes`, { text })} onWritten={reload} />
            <Timeline entries={request.timeline} />
          </>
        }
        side={<Person request={request} />}
      />
    </>
  );
}

const Person = ({ request }: { request: TrialRequestDetail }) => (
  <Panel title="Person">
    <Facts
      facts={{
        Name: fullName(request),
        Email: request.masked ? <Email address={request.email} /> : <MailLink address={request.email} />,
        Phone: request.masked ? request.phone : <PhoneLink phone={request.phone} />,
        Position: request.position,
        'Years in ministry': request.yearsInMinistry,
        Church: request.churchName,
        Place: `${request.churchCity}, ${request.churchState}`,
        'Church size': request.churchSize,
      }}
    />
  </Panel>
);
