import { useState } from 'react';
import { Lamps, Press, TextArea } from '../parts.tsx';
import { READING, SEMESTER, TODAY, WEEKDAYS } from '../sample-data.ts';
import type { Act, DemoState } from '../state.ts';
import { ChallengeCard } from './challenge.tsx';

/** Today's reading and the days so far; then the reading with its devotional and reflection. */
export const Today = ({ state: { reading }, act }: { state: DemoState; act: Act }) =>
  reading === 'open' ? (
    <OpenReading onSave={() => act({ type: 'reflect' })} />
  ) : (
    <>
      <Greeting />
      <ReadingCard isDone={reading === 'done'} onRead={() => act({ type: 'read' })} />
      <DaysCard isDone={reading === 'done'} />
      <ChallengeCard onOpen={() => act({ type: 'student', tab: 'challenge' })} />
    </>
  );

const Greeting = () => (
  <div className="demo-greeting">
    <p className="demo-fine">{READING.day}</p>
    <p className="demo-title">Good morning, Emma</p>
  </div>
);

export const ReadingCard = ({ isDone = false, onRead }: { isDone?: boolean; onRead?: () => void }) => (
  <div className="demo-card lit">
    <p className="demo-name">{isDone ? 'Read and reflected' : 'Today’s reading'}</p>
    <p className="demo-title">{READING.passage}</p>
    <p className="demo-fine">{READING.minutes} minutes, with a devotional</p>
    <Press className={isDone ? 'demo-button second' : 'demo-button'} onPress={onRead}>
      {isDone ? 'Read it again' : 'Read'}
    </Press>
  </div>
);

export function DaysCard({ isDone }: { isDone: boolean }) {
  const days = SEMESTER.days + (isDone ? 1 : 0);
  const next = SEMESTER.milestones.find((each) => each > days);
  return (
    <div className="demo-card">
      <p className="demo-streak">
        <span className="demo-figure">{days}</span> days this semester
      </p>
      <Lamps
        label="This week"
        days={WEEKDAYS}
        lit={WEEKDAYS.map((_, at) => at < TODAY || (isDone && at === TODAY))}
        today={TODAY}
      />
      <p className="demo-fine">{isDone ? `Next milestone: ${next} days` : 'Each day you read lights a lamp.'}</p>
    </div>
  );
}

function OpenReading({ onSave }: { onSave: () => void }) {
  const [text, setText] = useState<string>(READING.reflection);
  return (
    <>
      <div className="demo-greeting">
        <p className="demo-fine">
          {READING.passage} ({READING.translation})
        </p>
      </div>
      <blockquote className="demo-verses">{READING.verses}</blockquote>
      <p>{READING.thought}</p>
      <TextArea id="reflection-text" label={READING.question} rows={3} value={text} onChange={setText} />
      <Press onPress={onSave}>Save reflection</Press>
    </>
  );
}
