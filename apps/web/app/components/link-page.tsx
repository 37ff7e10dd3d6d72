import { NEWSLETTER_MESSAGES, type Refusal, TOASTS } from '@lampstand/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useActionData } from 'react-router-dom';
import { isStatus, reasonOf } from '../lib/api.ts';
import { useHydrated, useInitialParams } from '../lib/hydration.ts';
import { SubmitButton } from './buttons.tsx';
import { NeedsScripts } from './needs-scripts.tsx';
import { Notice } from './notice.tsx';
import { ResultPage } from './result-page.tsx';
import { useLinkIsKnown, WithoutLink } from './without-link.tsx';

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
  /** The page has an action that returns `Posted`, so its button works without scripts. */
  posts?: true;
}

/** What the action of the page answers to a button that is pressed without scripts, or before they run. */
export type Posted = { outcome: Outcome; refusal?: undefined } | { outcome?: undefined; refusal: Refusal };

/** Target of a one-purpose link in an email. Opening it changes nothing, since mail programs open links; the button acts. */
export function LinkPage(props: Props) {
  return useLinkIsKnown('token') ? (
    <Opened {...props} />
  ) : (
    <WithoutLink parameter="token" title={NEWSLETTER_MESSAGES.linkInvalid}>
      <p className="lede quiet">{props.remedy}</p>
    </WithoutLink>
  );
}

/** Of a link that is expired or incomplete. */
const BROKEN = [400, 410];

function Opened({ act, remedy, ...props }: Props) {
  const { token } = useInitialParams(['token']);
  const ready = useHydrated() || Boolean(props.posts);
  const { outcome: posted, refusal } = useActionData<Posted>() ?? {};
  const broken = { title: NEWSLETTER_MESSAGES.linkInvalid, text: remedy };
  const isBroken = !token || (refusal && BROKEN.includes(refusal.status));
  const [outcome, setOutcome] = useState<Outcome | undefined>(isBroken ? broken : posted);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(refusal?.error.error);

  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (!token || pending) return;
    setPending(true);
    setFailed(undefined);
    try {
      setOutcome(await act(token));
    } catch (error) {
      if (isStatus(error, ...BROKEN)) setOutcome(broken);
      else setFailed(reasonOf(error) ?? TOASTS.notSubmitted.description);
    }
    setPending(false);
  };

  if (!outcome)
    return (
      <Question {...props} ready={ready} working={pending} failed={failed} onPress={(event) => void press(event)} />
    );
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

interface QuestionProps extends Pick<Props, 'title' | 'text' | 'button' | 'pending' | 'below' | 'posts'> {
  ready: boolean;
  working: boolean;
  failed: string | undefined;
  onPress: (event: FormEvent) => void;
}

const Question = ({ title, text, button, pending, below, posts, ready, working, failed, onPress }: QuestionProps) => (
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
    {!posts && <NeedsScripts />}
    {below && <p className="small quiet">{below}</p>}
  </ResultPage>
);
