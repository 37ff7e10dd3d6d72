import { ADMIN_ERRORS, type TrialRequestDetail } from '@lampstand/contracts/back-office';
import { useQueryClient } from '@tanstack/react-query';
import { ReasonsPanel } from '../components/form-panels.tsx';
import { RecordQuery } from '../components/record.tsx';
import { Timeline } from '../components/timeline.tsx';
import { SamePersonPanel } from '../inspector/related-records.tsx';
import { Answers } from './answers.tsx';
import { Handling } from './handling.tsx';
import { RequestBar, requestPath, useRequestReveal } from './request-bar.tsx';

const NEWEST = 5;
const MISSING = { title: ADMIN_ERRORS.noSuchRequest };

/** Whose request it is, who has taken it, the answers, and what happened last. */
const PeekedRequest = ({ id }: { id: string }) => (
  <RecordQuery<TrialRequestDetail> path={requestPath(id)} noun="request" missing={MISSING}>
    {(request) => <Peeked request={request} />}
  </RecordQuery>
);
export default PeekedRequest;

function Peeked({ request }: { request: TrialRequestDetail }) {
  const { person, button, dialog } = useRequestReveal(request);
  const queries = useQueryClient();
  const path = requestPath(request.id);
  return (
    <>
      <RequestBar request={request} person={person} reveal={button} />
      <Handling request={request} path={path} />
      <ReasonsPanel person={person} />
      <Answers request={request} path={path} onAnswered={() => queries.invalidateQueries()} />
      <SamePersonPanel records={request.related} />
      <Timeline entries={request.timeline.slice(-NEWEST)} />
      {dialog}
    </>
  );
}
