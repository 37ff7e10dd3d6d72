import { formatPhone } from '@lampstand/contracts';
import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';
import type { TrialRequest } from '../domain/trial-request.entity.ts';

interface RequestForStaffMailProps {
  site: Site;
  request: TrialRequest;
}

/** For our own people: everything that was typed. An answer goes to the person. */
export const RequestForStaffMail = ({ site, request }: RequestForStaffMailProps) => {
  const facts = {
    Name: `${request.firstName} ${request.lastName}`,
    Email: request.email,
    Phone: formatPhone(request.phone),
    Position: request.position,
    Church: `${request.churchName}, ${request.churchCity}, ${request.churchState}`,
    'Church size': request.churchSize,
    'Years in ministry': request.yearsInMinistry,
  };
  return (
    <MailLayout site={site} preview={`${request.churchName}, ${request.churchSize}`} heading="A trial request came in">
      {Object.entries(facts).map(([name, fact]) => (
        <Paragraph key={name}>
          <strong>{name}:</strong> {fact}
        </Paragraph>
      ))}
      <Paragraph>
        <strong>Why interested:</strong>
      </Paragraph>
      {request.whyInterested.split('\n').map((line, index) => (
        <Paragraph key={index}>{line}</Paragraph>
      ))}
      <Paragraph>Answer this mail to write to {request.firstName}.</Paragraph>
    </MailLayout>
  );
};
