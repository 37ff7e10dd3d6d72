import { fullName } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  ADMIN_TEXTS,
  type AmbassadorAction,
  type AmbassadorDetail,
} from '@lampstand/contracts/back-office';
import { ambassadorApplication } from '@lampstand/workflows';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { isStatus, post } from '../../lib/api.ts';
import { Facts, Panel, RecordColumns, RecordHead, StateBadge, StatusCard } from '../components/panel.tsx';
import { ChartDiagram } from '../components/chart-diagram.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { Email, MailLink, PhoneLink } from '../components/text.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { NoteForm, Timeline } from '../components/timeline.tsx';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { OwnerLine } from '../queue/taking.tsx';
import { ACTION_LABELS, ActionDialog } from './action-dialog.tsx';
import { isOpen, ResponseDeadline } from './response-deadline.tsx';
import { Taken } from './taken.tsx';

export default function AmbassadorPage() {
  const { id = '' } = useParams();
  return (
    <BackOfficeLayout title="Ambassador Application">
      <Application key={id} id={id} />
    </BackOfficeLayout>
  );
}

function Application({ id }: { id: string }) {
  const path = `/api/admin/ambassadors/${id}`;
  const { data: application, error, refetch } = useQuery<AmbassadorDetail>({ queryKey: [path] });
  const queries = useQueryClient();
  if (isStatus(error, 400, 404) && !application)
    return (
      <Notice tone="bad" title={ADMIN_ERRORS.noSuchApplication}>
        <Link to="/admin/ambassadors">All applications</Link>
      </Notice>
    );
  if (error && !application)
    return <Failed onRetry={() => void refetch()}>The application could not be loaded. Please try again.</Failed>;
  if (!application) return <Loading>Loading the application…</Loading>;
  return (
    <>
      <Head application={application} />
      <RecordColumns
        main={
          <>
            <Decision application={application} />
            <Panel title="Why they are interested">
              <p className="said">
                {application.whyInterested === null ? ADMIN_TEXTS.hiddenWords : <bdi>{application.whyInterested}</bdi>}
              </p>
            </Panel>
            <NoteForm
              write={(text) => post(`${path}/notes`, { text })}
              onWritten={() => queries.invalidateQueries({ queryKey: [path] })}
            />
            <Timeline entries={application.timeline} />
          </>
        }
        side={
          <>
            <Panel title="On the chart">
              <ChartDiagram
                chart={ambassadorApplication}
                of="an application"
                state={application.state}
                timeline={application.timeline}
              />
            </Panel>
            <Answers application={application} />
          </>
        }
      />
    </>
  );
}

const Head = ({ application }: { application: AmbassadorDetail }) => (
  <RecordHead
    name={<bdi>{fullName(application)}</bdi>}
    badges={<StateBadge state={application.state} />}
    church={application.churchName}
    id={
      <>
        Application <span className="id">{application.id}</span>{' '}
        <OwnerLine kind="application" id={application.id} name={fullName(application)} />
      </>
    }
    dates={
      <>
        Submitted <TimeAgo at={application.createdAt} />
        {application.decidedAt && (
          <>
            {' '}
            · decided <TimeAgo at={application.decidedAt} />
          </>
        )}
      </>
    }
  />
);

function Decision({ application }: { application: AmbassadorDetail }) {
  const [confirming, setConfirming] = useState<AmbassadorAction>();
  const mayDecide = useStaff().may('decide');
  useCommands(
    mayDecide
      ? application.actions.map((action) => ({
          label: `${ACTION_LABELS[action].label}: this application`,
          run: () => setConfirming(action),
        }))
      : [],
  );
  const open = isOpen(application.state);
  return (
    <>
      <StatusCard tone={open ? 'waiting' : 'ended'} aria-label="Decision">
        {open && !application.taken ? (
          <p className="decision-clock">
            <ResponseDeadline application={application} />
          </p>
        ) : (
          <Taken application={application} />
        )}
        {mayDecide && application.actions.length > 0 && (
          <div className="row">
            {application.actions.map((action, place) => (
              <button
                key={action}
                type="button"
                className={`button ${place ? `second ${ACTION_LABELS[action].destructive ? 'alarm-text' : ''}` : 'primary'}`}
                onClick={() => setConfirming(action)}
              >
                {ACTION_LABELS[action].label}
              </button>
            ))}
          </div>
        )}
        {!mayDecide && open && (
          <p className="quiet">Only administrators decide. You can leave a note for them below.</p>
        )}
      </StatusCard>
      {/* Outside of the card, whose rules are for its own heading and buttons. */}
      {confirming && (
        <ActionDialog application={application} action={confirming} onClose={() => setConfirming(undefined)} />
      )}
    </>
  );
}

const Answers = ({ application }: { application: AmbassadorDetail }) => (
  <Panel title="Answers">
    <Facts
      facts={{
        Name: fullName(application),
        Email: application.masked ? <Email address={application.email} /> : <MailLink address={application.email} />,
        Phone: application.masked ? application.phone : <PhoneLink phone={application.phone} />,
        Position: application.position,
        'Years in ministry': application.yearsInMinistry,
        Church: application.churchName,
        Place: `${application.churchCity}, ${application.churchState}`,
        'Church size': application.churchSize,
      }}
    />
  </Panel>
);
