import { useEffect, useReducer, useRef } from 'react';
import { Face, Icon, ICONS, Press } from './parts.tsx';
import { QuietWeeks } from './portal/quiet-student.tsx';
import { MARCUS, NOTE, QUIET } from './sample-data.ts';
import './hero-demo.css';
import './student/group-chat.css';

const BEATS = [
  { beat: 'quiet', label: 'A student goes quiet', said: `${QUIET.who.name} has not read for ${QUIET.days} days.` },
  { beat: 'alert', label: 'The alert appears', said: `Alert: ${QUIET.who.name} has gone quiet. ${QUIET.alert}` },
  { beat: 'act', label: 'You act', said: `A note to ${MARCUS.full} is ready to send.` },
] as const;

type Beat = (typeof BEATS)[number]['beat'];
interface State {
  /** `reading`: before he went quiet. */
  beat: 'reading' | Beat | 'sent';
  isPlaying: boolean;
  said: string;
}
type Action = { type: 'play' | 'pause' | 'next' | 'send' } | { type: 'show'; beat: Beat };

const SENT = `Sent. ${MARCUS.name} has it on his phone.`;
const ORDER = ['reading', 'quiet', 'alert', 'act'] as const;
const MILLISECONDS = { reading: 1400, quiet: 2800, alert: 2400 } as const;

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'play':
      return { beat: 'reading', isPlaying: true, said: '' };
    case 'pause':
      return { ...state, isPlaying: false };
    case 'next': {
      const beat = ORDER[ORDER.indexOf(state.beat as (typeof ORDER)[number]) + 1] ?? 'act';
      return { ...state, beat, isPlaying: beat !== 'act' };
    }
    case 'show':
      return { beat: action.beat, isPlaying: false, said: BEATS.find(({ beat }) => beat === action.beat)!.said };
    case 'send':
      return { beat: 'sent', isPlaying: false, said: SENT };
  }
}

/** A student goes quiet, the alert appears, you act. It plays once when it is seen, unless motion is to be reduced. */
export function HeroDemo() {
  const [{ beat, isPlaying, said }, act] = useReducer(reduce, { beat: 'act', isPlaying: false, said: '' });
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: no-preference)').matches) act({ type: 'play' });
  }, []);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => act({ type: 'next' }), MILLISECONDS[beat as keyof typeof MILLISECONDS]);
    return () => clearTimeout(timer);
  }, [beat, isPlaying]);
  const send = () => {
    act({ type: 'send' });
    actions.current?.focus();
  };
  return (
    <section className={`hero-demo demo-surface beat-${beat}`} aria-label="How an alert works, on sample data">
      <Steps
        beat={beat}
        isPlaying={isPlaying}
        onShow={(to) => act({ type: 'show', beat: to })}
        onPlay={(type) => act({ type })}
      />
      <div className="hero-demo-body">
        <div className="hero-demo-student">
          <div className="demo-person">
            <Face of={QUIET.who} size={48} />
            <div>
              <p className="demo-name">{QUIET.who.full}</p>
              <p className="demo-fine">Bible reading, day by day</p>
            </div>
          </div>
          <QuietWeeks />
        </div>
        <div className="hero-demo-answer">
          <div className="hero-demo-alert" aria-hidden={beat === 'reading' || beat === 'quiet'}>
            <p className="demo-name">{QUIET.who.name} has gone quiet</p>
            <p>{QUIET.alert}</p>
          </div>
          <div ref={actions} className="hero-demo-note" tabIndex={-1} inert={beat !== 'act' && beat !== 'sent'}>
            <p className="demo-bubble">{NOTE.leader}</p>
            <div className="demo-person">
              <Face of={MARCUS} size={40} />
              {beat === 'sent' ? (
                <p className="demo-done">
                  <Icon d={ICONS.check} /> {SENT}
                </p>
              ) : (
                <>
                  <p className="demo-fine">To {MARCUS.full}, his small group leader</p>
                  <Press className="demo-button lamp" onPress={send}>
                    Send note
                  </Press>
                </>
              )}
            </div>
          </div>
        </div>
      </div>
      <p className="unseen" role="status">
        {said}
      </p>
    </section>
  );
}

interface StepsProps {
  beat: State['beat'];
  isPlaying: boolean;
  onShow: (beat: Beat) => void;
  onPlay: (type: 'play' | 'pause') => void;
}

const Steps = ({ beat, isPlaying, onShow, onPlay }: StepsProps) => (
  <div className="hero-demo-steps">
    <ol>
      {BEATS.map(({ beat: each, label }) => (
        <li key={each}>
          <button
            type="button"
            aria-current={each === (beat === 'sent' ? 'act' : beat) ? 'step' : undefined}
            onClick={() => onShow(each)}
          >
            {label}
          </button>
        </li>
      ))}
    </ol>
    <button
      type="button"
      className="hero-demo-play"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      onClick={() => onPlay(isPlaying ? 'pause' : 'play')}
    >
      <Icon d={isPlaying ? 'M8 5v14M16 5v14' : 'M8 5v14l11-7z'} size={20} />
    </button>
  </div>
);
