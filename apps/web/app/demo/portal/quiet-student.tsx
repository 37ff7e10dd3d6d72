import { Fragment, useState } from 'react';
import { Face, Icon, ICONS, Lamps, Press, TextArea } from '../parts.tsx';
import { GROUP, MARCUS, NOTE, QUIET, WEEKDAYS } from '../sample-data.ts';
import type { Act, Recipient } from '../state.ts';

/** Friday to Thursday, as the weeks of the sample. */
const DAYS = [...WEEKDAYS.slice(4), ...WEEKDAYS.slice(0, 4)];
const WEEK_NAMES = ['Two weeks ago', 'Last week', 'This week'] as const;

/** One student's last weeks, and a note about him. */
export const QuietStudent = ({ act }: { act: Act }) => (
  <>
    <Press className="demo-link" onPress={() => act({ type: 'closeNoah' })}>
      <Icon d={ICONS.back} size={18} /> All students
    </Press>
    <div className="portal-columns">
      <div className="demo-card">
        <div className="demo-person">
          <Face of={QUIET.who} size={56} />
          <div>
            <p className="demo-title">{QUIET.who.full}</p>
            <p className="demo-fine">
              {GROUP}, with {MARCUS.full}
            </p>
          </div>
        </div>
        <QuietWeeks />
        <p>{QUIET.usual}</p>
      </div>
      <NoteForm onSend={(to, text) => act({ type: 'note', to, text })} />
    </div>
  </>
);

/** Three weeks of lamps that go out. */
export const QuietWeeks = () => (
  <div className="portal-quiet-weeks">
    {WEEK_NAMES.map((name, at) => (
      <Fragment key={name}>
        <p className="demo-fine">{name}</p>
        <Lamps label={name} days={DAYS} lit={[...QUIET.weeks[at]!].map((day) => day === '1')} />
      </Fragment>
    ))}
  </div>
);

const RECIPIENTS: readonly { to: Recipient; label: string }[] = [
  { to: 'leader', label: `${MARCUS.full}, his small group leader` },
  { to: 'group', label: `${GROUP}, the group chat` },
];

function NoteForm({ onSend }: { onSend: (to: Recipient, text: string) => void }) {
  const [to, setTo] = useState<Recipient>('leader');
  const [texts, setTexts] = useState<Record<Recipient, string>>(NOTE);
  return (
    <div className="demo-card">
      <fieldset className="demo-choice">
        <legend className="demo-name">Write to</legend>
        {RECIPIENTS.map(({ to: each, label }) => (
          <label key={each} className="demo-tick">
            <input type="radio" name="note-to" checked={to === each} onChange={() => setTo(each)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        id="note-text"
        label="Note"
        rows={4}
        value={texts[to]}
        onChange={(text) => setTexts({ ...texts, [to]: text })}
      />
      <Press onPress={() => onSend(to, texts[to].trim() || NOTE[to])}>Send note</Press>
    </div>
  );
}
