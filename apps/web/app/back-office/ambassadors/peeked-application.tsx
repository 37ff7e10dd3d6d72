import { ADMIN_ERRORS, type AmbassadorDetail } from '@lampstand/contracts/back-office';
import { ask } from '../../lib/api.ts';
import { ReasonsPanel } from '../components/form-panels.tsx';
import { RecordQuery, refreshRecord } from '../components/record.tsx';
import { NoteForm, Timeline } from '../components/timeline.tsx';
import { SamePersonPanel } from '../inspector/related-records.tsx';
import { ApplicationBar, applicationPath, useApplicationReveal } from './application-bar.tsx';
import { Decision } from './decision.tsx';

const NEWEST = 5;
const MISSING = { title: ADMIN_ERRORS.noSuchApplication };

/** Whose application it is, where it stands, the decision, and what happened last. */
const PeekedApplication = ({ id }: { id: string }) => (
  <RecordQuery<AmbassadorDetail> path={applicationPath(id)} noun="application" missing={MISSING}>
    {(application) => <Peeked application={application} />}
  </RecordQuery>
);
export default PeekedApplication;

function Peeked({ application }: { application: AmbassadorDetail }) {
  const { person, button, dialog } = useApplicationReveal(application);
  const path = applicationPath(application.id);
  return (
    <>
      <ApplicationBar application={application} person={person} reveal={button} />
      <Decision application={application} />
      <ReasonsPanel person={person} />
      <SamePersonPanel records={application.related} />
      <NoteForm write={(text) => ask(`${path}/notes`, { text })} onWritten={() => refreshRecord(path)} />
      <Timeline entries={application.timeline.slice(-NEWEST)} />
      {dialog}
    </>
  );
}
