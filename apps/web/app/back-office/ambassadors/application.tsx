import type { AmbassadorAction, AmbassadorDetail } from '@lampstand/contracts/back-office';
import { ADMIN_ERRORS, ADMIN_TEXTS } from '@lampstand/contracts/back-office';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isStatus, post } from '../../lib/api.ts';
import { Notice } from '../../ui/notice.tsx';
import { nameOf } from '../format.ts';
import { useStaff } from '../frame/staff.ts';
import { NoteForm } from '../inspector/timeline/note-form.tsx';
import { Timeline } from '../inspector/timeline/timeline.tsx';
import { Failed, Loading } from '../lists/states.tsx';
import { MailLink, PhoneLink } from '../parts/contact.tsx';
import { Email } from '../parts/email.tsx';
import { Facts, Panel } from '../parts/facts.tsx';
import { Moment } from '../parts/moments.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { ACTION_WORDS } from './decisions.ts';
import { isOpen, PromiseClock } from './promise.tsx';
import '../../styles/back-office-lists.css';
import '../../styles/back-office-work.css';
import '../../styles/inspector.css';

/** One application: the answers, what happened, and what may be done. */
export function Application({ id }: { id: string }) {
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
      <div className="inspector">
        <div className="inspector-main">
          <Actions application={application} />
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
        </div>
        <div className="inspector-side">
          <Answers application={application} />
        </div>
      </div>
    </>
  );
}

const Head = ({ application }: { application: AmbassadorDetail }) => (
  <div className="trial-head">
    <h2 className="trial-name">
      <bdi>{nameOf(application)}</bdi>
    </h2>
    <p className="trial-chips">
      <StateChip state={application.state} />
    </p>
    <p className="trial-church">
      <bdi>{application.churchName}</bdi>
    </p>
    <p className="trial-id">
      Application <span className="id">{application.id}</span>
    </p>
    <p className="quiet small">
      Submitted <Moment at={application.createdAt} />
      {application.decidedAt && (
        <>
          {' '}
          · decided <Moment at={application.decidedAt} />
        </>
      )}
    </p>
  </div>
);

function Actions({ application }: { application: AmbassadorDetail }) {
  const staff = useStaff();
  const [asked, setAsked] = useState<AmbassadorAction>();
  const mayAct = staff.may('decide');
  return (
    <section className={`diagnosis ${isOpen(application.state) ? 'waiting' : 'ended'}`} aria-label="Decision">
      <p className="decision-clock">
        {isOpen(application.state) ? <PromiseClock application={application} /> : 'This application is closed.'}
      </p>
      {mayAct && application.actions.length > 0 && (
        <div className="row">
          {application.actions.map((action, place) => (
            <button
              key={action}
              type="button"
              className={`button ${place ? `second ${ACTION_WORDS[action].alarming ? 'alarm-text' : ''}` : 'primary'}`}
              onClick={() => setAsked(action)}
            >
              {ACTION_WORDS[action].label}
            </button>
          ))}
        </div>
      )}
      {!mayAct && isOpen(application.state) && (
        <p className="quiet">Only administrators decide. You can leave a note for them below.</p>
      )}
      {asked && <ActionDialog application={application} action={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

const Answers = ({ application }: { application: AmbassadorDetail }) => (
  <Panel title="Answers">
    <Facts
      facts={{
        Name: nameOf(application),
        'E-mail': application.masked ? <Email address={application.email} /> : <MailLink address={application.email} />,
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
