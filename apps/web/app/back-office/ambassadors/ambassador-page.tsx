import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, type AmbassadorDetail } from '@lampstand/contracts/back-office';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { ask } from '../../lib/api.ts';
import { ChartPicture } from '../components/chart-picture.tsx';
import { FormPanel, ReasonsPanel } from '../components/form-panels.tsx';
import { RecordColumns, Technical } from '../components/panel.tsx';
import { RecordQuery, refreshRecord, useRecordTitle } from '../components/record.tsx';
import { NoteForm, Requests, Timeline } from '../components/timeline.tsx';
import { SamePersonPanel } from '../inspector/related-records.tsx';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { STAFF_PAGES } from '../pages.ts';
import { PrivacyPanel } from '../privacy/privacy-panel.tsx';
import { ApplicationBar, applicationPath, useApplicationReveal } from './application-bar.tsx';
import { Decision } from './decision.tsx';
import { Review } from './review.tsx';

export default function AmbassadorPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const review = params.get('review');
  const { title, onName } = useRecordTitle('Ambassador application', id);
  return (
    <BackOfficeLayout title={title}>
      <RecordQuery<AmbassadorDetail> key={id} path={applicationPath(id)} noun="application" missing={MISSING}>
        {(application) =>
          review === null ? (
            <Application application={application} onName={onName} />
          ) : (
            <Review application={application} q={review.slice(0, 200)}>
              {(props) => <Application application={application} onName={onName} {...props} />}
            </Review>
          )
        }
      </RecordQuery>
    </BackOfficeLayout>
  );
}

const MISSING = {
  title: ADMIN_ERRORS.noSuchApplication,
  hint: <Link to={STAFF_PAGES.ambassadors.path}>All applications</Link>,
};

interface Props {
  application: AmbassadorDetail;
  onName: (name: string) => void;
  /** The strip of the review above the application. */
  bar?: ReactNode;
  onDecided?: ComponentProps<typeof Decision>['onDecided'];
}

function Application({ application, onName, bar, onDecided }: Props) {
  const { person, button } = useApplicationReveal(application);
  const name = fullName(application);
  useEffect(() => onName(name), [name, onName]);
  const path = applicationPath(application.id);
  return (
    <>
      {bar}
      <ApplicationBar application={application} person={person} reveal={button} />
      <RecordColumns
        main={
          <>
            <Decision application={application} onDecided={onDecided} />
            {!application.erased && <ReasonsPanel person={person} />}
            <NoteForm
              path={path}
              write={(text) => ask(`${path}/notes`, { text })}
              onWritten={() => refreshRecord(path)}
            />
            <Timeline entries={application.timeline} />
          </>
        }
        side={
          <>
            {!application.erased && (
              <>
                <FormPanel title="Answers" form={application} person={person} />
                <SamePersonPanel records={application.related} />
                <PrivacyPanel kind="application" id={application.id} />
              </>
            )}
            <Technical>
              <Requests entries={application.timeline} />
              <ChartPicture of="application" state={application.state} />
            </Technical>
          </>
        }
      />
    </>
  );
}
