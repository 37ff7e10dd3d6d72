import { TimeAgo } from './time-ago.tsx';

/** The end of a sentence about a claimed mailbox: whether a mailed link has proven it to the member, and when. */
export const ProofOfMailbox = ({ at }: { at: string | null }) =>
  at ? (
    <>
      . <span>A mailed link proved it to the member</span> <TimeAgo at={at} short />.
    </>
  ) : (
    '. No mailed link ever proved it to the member.'
  );
