import { useRef, useState } from 'react';

interface Props {
  text: string;
  /** What it is, for those who do not see it stand beside. */
  what: string;
  /** Instead of 'Copy'. */
  label?: string;
}

/** Copies a text and says so in its place. */
export function CopyButton({ text, what, label = 'Copy' }: Props) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    const outcome = await navigator.clipboard.writeText(text).then(
      () => 'yes' as const,
      () => 'failed' as const,
    );
    setCopied(outcome);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied('no'), 3000);
  };
  return (
    <button type="button" className="copy" title={text} onClick={() => void copy()}>
      <span aria-live="polite">{copied === 'no' ? label : WORDS[copied]}</span>
      <span className="unseen"> {what}</span>
    </button>
  );
}

const WORDS = { yes: 'Copied', failed: 'Not copied' } as const;
