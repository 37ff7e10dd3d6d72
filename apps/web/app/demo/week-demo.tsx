import { type ReactNode, useEffect, useReducer, useRef } from 'react';
import { Face, Icon, Press } from './parts.tsx';
import { QuietWeeks } from './portal/quiet-student.tsx';
import { Alert, Group } from './portal/students.tsx';
import { Draft } from './portal/studies.tsx';
import { CAME, EMMA, ENGAGEMENT, GROUP, MARCUS, MESSAGES, NEW_REQUEST, NOTE, SAVED, STUDY } from './sample-data.ts';
import { ChallengeCard } from './student/challenge.tsx';
import { Conversation } from './student/group-chat.tsx';
import { RequestCard } from './student/prayer.tsx';
import { ReadingCard } from './student/today.tsx';
import styles from './week-demo.module.css';

const SOPHOMORES = ENGAGEMENT.groups.find(({ name }) => name === GROUP)!;

const DAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const;
type Day = (typeof DAYS)[number];

/** What happens on a day, in the student app and in the portal. */
interface Happening {
  title: string;
  student?: ReactNode;
  leader?: ReactNode;
}

const WEEK: Record<Day, Happening> = {
  Thursday: {
    title: 'Emma reads on the bus.',
    student: <ReadingCard isDone />,
    leader: <Group {...SOPHOMORES} />,
  },
  Friday: {
    title: 'Her friends take the challenge.',
    student: <ChallengeCard />,
    leader: <Fact of="Challenge this week">Three of five have done it. By Friday night it’s four.</Fact>,
  },
  Saturday: {
    title: 'She asks her leaders to pray.',
    student: <RequestCard of={{ id: 'week', who: EMMA, text: NEW_REQUEST, isPrivate: true }} viewer={EMMA} />,
    leader: <Fact of="One private request">Her leaders see it. The group doesn’t.</Fact>,
  },
  Sunday: {
    title: 'Your sermon notes become a study.',
    student: (
      <Conversation
        messages={[{ id: 'study', who: undefined, text: `New study for Wednesday: ${STUDY.title}` }]}
        viewer={EMMA}
      />
    ),
    leader: <Draft isBrief />,
  },
  Monday: {
    title: 'The group talks. Noah’s lamps go out.',
    student: <Conversation messages={MESSAGES.slice(1, 2)} viewer={EMMA} />,
    leader: (
      <div className={styles.noah}>
        <QuietWeeks />
      </div>
    ),
  },
  Tuesday: { title: 'You get the alert, and someone saves a seat.' },
  Wednesday: {
    title: 'A chair is filled.',
    student: <Conversation messages={SAVED} viewer={EMMA} />,
    leader: <Group {...SOPHOMORES} active={CAME} />,
  },
};

function Fact({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="demo-card">
      <p className="demo-name">{of}</p>
      <p>{children}</p>
    </div>
  );
}

interface State {
  day: Day;
  isPlaying: boolean;
  said: string;
}
type Action = { type: 'play' | 'pause' | 'next' | 'send' } | { type: 'show'; day: Day };

/** The film stops here, because the next step is the visitor’s. */
const YOURS = 'Tuesday';
const MILLISECONDS_A_DAY = 2600;

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'play':
      return { day: DAYS[0], isPlaying: true, said: '' };
    case 'pause':
      return { ...state, isPlaying: false };
    case 'next': {
      const day = DAYS[DAYS.indexOf(state.day) + 1] ?? YOURS;
      return { ...state, day, isPlaying: day !== YOURS };
    }
    case 'show':
      return { day: action.day, isPlaying: false, said: `${action.day}. ${WEEK[action.day].title}` };
    case 'send':
      return { day: 'Wednesday', isPlaying: false, said: `Sent to ${MARCUS.full}. Wednesday. ${WEEK.Wednesday.title}` };
  }
}

/** From one youth night to the next, on sample data. It plays once when it is seen, unless motion is to be reduced. */
export function WeekDemo() {
  const [{ day, isPlaying, said }, act] = useReducer(reduce, { day: YOURS, isPlaying: false, said: '' });
  const caption = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: no-preference)').matches) act({ type: 'play' });
  }, []);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => act({ type: 'next' }), MILLISECONDS_A_DAY);
    return () => clearTimeout(timer);
  }, [day, isPlaying]);
  const send = () => {
    act({ type: 'send' });
    caption.current?.focus();
  };
  return (
    <section className={`demo-surface ${styles.week}`} aria-label="One week, on sample data">
      <ol className={styles.days}>
        {DAYS.map((each, at) => (
          <li key={each}>
            <button
              type="button"
              aria-current={each === day ? 'step' : undefined}
              data-lit={at <= DAYS.indexOf(day) || undefined}
              onClick={() => act({ type: 'show', day: each })}
            >
              <span>{each.slice(0, 3)}</span> <span className="unseen">{WEEK[each].title}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className={styles.caption}>
        <p ref={caption} tabIndex={-1}>
          <span key={day}>
            <strong>{day}.</strong> {WEEK[day].title}
          </span>
        </p>
        <button
          type="button"
          className={styles.play}
          aria-label={isPlaying ? 'Pause' : 'Play the week'}
          onClick={() => act({ type: isPlaying ? 'pause' : 'play' })}
        >
          <Icon d={isPlaying ? 'M8 5v14M16 5v14' : 'M8 5v14l11-7z'} size={20} />
        </button>
      </div>
      {/* All days lie on each other, so that the card has the height of the highest. */}
      <div className={styles.stack}>
        {DAYS.map((each) => (
          <div key={each} className={styles.day} data-shown={each === day || undefined} inert={each !== day}>
            {each === YOURS ? <Tuesday onSend={send} /> : <Sides {...WEEK[each]} />}
          </div>
        ))}
      </div>
      <p className="unseen" role="status">
        {said}
      </p>
    </section>
  );
}

const Sides = ({ student, leader }: Omit<Happening, 'title'>) => (
  <>
    <div className={styles.side}>
      <p className="demo-fine">On the students’ phones</p>
      {student}
    </div>
    <div className={styles.side}>
      <p className="demo-fine">In your portal</p>
      {leader}
    </div>
  </>
);

const Tuesday = ({ onSend }: { onSend: () => void }) => (
  <>
    <div className={styles.side}>
      <p className="demo-fine">In your portal</p>
      <Alert />
    </div>
    <div className={styles.side}>
      <div className="demo-person">
        <Face of={MARCUS} size={32} />
        <p className="demo-fine">To {MARCUS.full}, his small group leader</p>
      </div>
      <p className="demo-bubble">{NOTE.leader}</p>
      <Press className="demo-button lamp" onPress={onSend}>
        Send note
      </Press>
    </div>
  </>
);
