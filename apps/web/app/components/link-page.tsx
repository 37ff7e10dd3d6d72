import { NEWSLETTER_MESSAGES, TOASTS } from '@lampstand/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isStatus, reasonOf } from '../lib/api.ts';
import { useHydrated, useInitialParams } from '../lib/hydration.ts';
import { BeforeHydration, BrokenLink } from './before-hydration.tsx';
import { SubmitButton } from './buttons.tsx';
import { Notice } from './notice.tsx';
import { ResultPage } from './result-page.tsx';
import { MailLink } from './text-links.tsx';

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
  /** Calls the API with the link's token. */
  act: (token: string) => Promise<Outcome>;
  /** Shown for an expired or incomplete link. */
  remedy: ReactNode;
}

/** Target of a one-purpose link in an email. Opening it changes nothing, since mail programs open links; the button acts. */
export function LinkPage(props: Props) {
  return useHydrated() ? (
    <Opened {...props} />
  ) : (
    <BeforeHydration
      parameter="token"
      broken={
        <BrokenLink title={NEWSLETTER_MESSAGES.linkInvalid}>
          <p className="lede quiet">{props.remedy}</p>
        </BrokenLink>
      }
    >
      <Question {...props} ready={false} />
    </BeforeHydration>
  );
}

function Opened({ act, remedy, ...props }: Props) {
  const { token } = useInitialParams(['token']);
  const broken = { title: NEWSLETTER_MESSAGES.linkInvalid, text: remedy };
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
    <ResultPage title={outcome.title} lit={outcome.title !== broken.title}>
      <p className="lede quiet">{outcome.text}</p>
      {outcome.link && (
        <a className="button primary large" href={outcome.link.href}>
          {outcome.link.label}
        </a>
      )}
    </ResultPage>
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
  <ResultPage title={title} opened>
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
  </ResultPage>
);
