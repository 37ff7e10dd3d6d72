import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, type AmbassadorDetail } from '@lampstand/contracts/back-office';
import { ambassadorApplication } from '@lampstand/workflows';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ask } from '../../lib/api.ts';
import { ChartDiagram } from '../components/chart-diagram.tsx';
import { FormPanel, ReasonsPanel } from '../components/form-panels.tsx';
import { Panel, RecordColumns } from '../components/panel.tsx';
import { RecordQuery, refreshRecord, useRecordTitle } from '../components/record.tsx';
import { NoteForm, Timeline } from '../components/timeline.tsx';
import { SamePersonPanel } from '../inspector/related-records.tsx';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { STAFF_PAGES } from '../pages.ts';
import { PrivacyPanel } from '../privacy/privacy-panel.tsx';
import { ApplicationBar, applicationPath, useApplicationReveal } from './application-bar.tsx';
import { Decision } from './decision.tsx';

export default function AmbassadorPage() {
  const { id = '' } = useParams();
  const { title, onName } = useRecordTitle('Ambassador application', id);
  return (
    <BackOfficeLayout title={title}>
      <RecordQuery<AmbassadorDetail> key={id} path={applicationPath(id)} noun="application" missing={MISSING}>
        {(application) => <Application application={application} onName={onName} />}
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
}

function Application({ application, onName }: Props) {
  const { person, button, dialog } = useApplicationReveal(application);
  const name = fullName(application);
  useEffect(() => onName(name), [name, onName]);
  const path = applicationPath(application.id);
  return (
    <>
      <ApplicationBar application={application} person={person} reveal={button} />
      <RecordColumns
        main={
          <>
            <Decision application={application} />
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
            <Panel title="On the chart">
              <ChartDiagram
                chart={ambassadorApplication}
                of="an application"
                state={application.state}
                timeline={application.timeline}
              />
            </Panel>
          </>
        }
      />
      {dialog}
    </>
  );
}
