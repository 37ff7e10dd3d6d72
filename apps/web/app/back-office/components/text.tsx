import { phoneText } from '@lampstand/contracts';
import { useRef, useState } from 'react';
import { Email } from '../../components/email.tsx';
import './text.css';

/** Not for masked addresses; those are shown as `<Email>`. */
export const MailLink = ({ address }: { address: string }) => (
  <a className="block" href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}>
    <Email address={address} />
  </a>
);

/** `phone` is ten digits. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="block nowrap" href={`tel:+1${phone}`}>
    {phoneText(phone)}
  </a>
);

/** Shows the beginning of a long text, of at most `max` characters, with a button for the rest. */
export function LongText({ text, max = 240 }: { text: string; max?: number }) {
  const [expanded, setExpanded] = useState(false);
  const letters = [...text];
  const start =
    letters.length > max
      ? letters
          .slice(0, max)
          .join('')
          .replace(/\s+\S*$/, '')
      : text;
  return (
    <>
      <bdi>{expanded ? text : start}</bdi>
      {start !== text && (
        <button
          type="button"
          className="link-button more"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show less' : '… Show all'}
        </button>
      )}
    </>
  );
}

interface Props {
  text: string;
  /** Follows the label for screen readers: "Copy the SHA-256". */
  what: string;
  label?: string;
}

const RESULTS = { copied: 'Copied', failed: 'Not copied' } as const;
const SHOWN_MS = 3000;

export function CopyButton({ text, what, label = 'Copy' }: Props) {
  const [result, setResult] = useState<keyof typeof RESULTS>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    const outcome = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'failed' as const,
    );
    setResult(outcome);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(undefined), SHOWN_MS);
  };
  return (
    <button type="button" className="copy unprinted" title={text} onClick={() => void copy()}>
      <span aria-live="polite">{result ? RESULTS[result] : label}</span>
      <span className="unseen"> {what}</span>
    </button>
  );
}
