import { NEWSLETTER_MESSAGES as SAY, TOASTS } from '@lampstand/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isStatus, reasonOf } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.ts';
import { useOnceRead } from '../lib/once-read.ts';
import { Ended } from './ended.tsx';
import { MailLink } from './mail-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';

/** How a link ended. */
export interface Outcome {
  title: string;
  text: ReactNode;
  link?: { href: string; label: string };
}

interface Props {
  title: string;
  text: string;
  button: string;
  pending: string;
  below?: string;
  /** Does what the link is for. */
  act: (token: string) => Promise<Outcome>;
  /** What can be done about a link that is old or incomplete. */
  remedy: ReactNode;
}

/** Where a link of a mail leads that is there for one thing: opening it changes nothing, the button does. */
export function LinkPage(props: Props) {
  return useHydrated() ? <Opened {...props} /> : <Question {...props} ready={false} />;
}

function Opened({ act, remedy, ...props }: Props) {
  const { token } = useOnceRead(['token']);
  const broken = { title: SAY.linkInvalid, text: remedy };
  const [outcome, setOutcome] = useState<Outcome | undefined>(token ? undefined : broken);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();

  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (!token || pending) return;
    setPending(true);
    setFailed(undefined);
    try {
      setOutcome(await act(token));
    } catch (error) {
      if (isStatus(error, 400, 410)) setOutcome(broken);
      else setFailed(reasonOf(error) ?? TOASTS.notSubmitted.description);
    }
    setPending(false);
  };

  if (!outcome) return <Question {...props} working={pending} failed={failed} onPress={(event) => void press(event)} />;
  return (
    <Ended title={outcome.title} lit={outcome.title !== broken.title}>
      <p className="lede quiet">{outcome.text}</p>
      {outcome.link && (
        <a className="button primary large" href={outcome.link.href}>
          {outcome.link.label}
        </a>
      )}
    </Ended>
  );
}

interface QuestionProps extends Pick<Props, 'title' | 'text' | 'button' | 'pending' | 'below'> {
  ready?: boolean;
  working?: boolean;
  failed?: string | undefined;
  onPress?: (event: FormEvent) => void;
}

const Question = ({
  title,
  text,
  button,
  pending,
  below,
  ready = true,
  working = false,
  failed,
  onPress,
}: QuestionProps) => (
  <Ended title={title} opened>
    <p className="lede quiet">{text}</p>
    {failed && (
      <div role="alert" className="wide">
        <Notice tone="bad" title={TOASTS.notSubmitted.title}>
          <p>{failed}</p>
        </Notice>
      </div>
    )}
    <form method="post" onSubmit={onPress}>
      <SubmitButton ready={ready} pending={working} pendingText={pending}>
        {button}
      </SubmitButton>
    </form>
    <noscript>
      <Notice>
        <p>
          This button needs JavaScript. Write to <MailLink /> and we do it for you.
        </p>
      </Notice>
    </noscript>
    {below && <p className="small quiet">{below}</p>}
  </Ended>
);
