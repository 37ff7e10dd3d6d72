import { Face, Icon, ICONS, Press } from '../parts.tsx';
import { CHALLENGE, EMMA } from '../sample-data.ts';
import type { Act, DemoState } from '../state.ts';

/** A challenge with the friends who are in it. */
export const Challenge = ({ state: { challengeDone }, act }: { state: DemoState; act: Act }) => (
  <>
    <ChallengeHead />
    <ul className="demo-list">
      <Friend who={EMMA} name={CHALLENGE.own} done={challengeDone ? CHALLENGE.ownDone : undefined} />
      {CHALLENGE.friends.map(({ who, done }) => (
        <Friend key={who.name} who={who} name={who.name} done={done} />
      ))}
    </ul>
    <p className="demo-fine">{doneBy(challengeDone)} of 5 have done it</p>
    {challengeDone ? (
      <p className="demo-done">
        <Icon d={ICONS.check} /> Done. Now ask Lily how hers is going.
      </p>
    ) : (
      <Press onPress={() => act({ type: 'challenge' })}>I did it</Press>
    )}
  </>
);

export const doneBy = (own: boolean) => CHALLENGE.friends.filter(({ done }) => done).length + (own ? 1 : 0);

const ChallengeHead = () => (
  <div className="demo-greeting">
    <p className="demo-fine">Challenge. {CHALLENGE.source}</p>
    <p className="demo-title">{CHALLENGE.title}</p>
    <p className="demo-fine">{CHALLENGE.due}</p>
  </div>
);

const Friend = ({ who, name, done }: { who: typeof EMMA; name: string; done: string | undefined }) => (
  <li className="demo-person">
    <Face of={who} size={40} />
    <div>
      <p className="demo-name">{name}</p>
      <p className="demo-fine">{done ?? 'Not yet'}</p>
    </div>
    {done && (
      <span className="demo-check">
        <Icon d={ICONS.check} size={18} />
        <span className="unseen">Done</span>
      </span>
    )}
  </li>
);

/** The challenge as one card. */
export const ChallengeCard = ({ onOpen }: { onOpen?: () => void }) => (
  <div className="demo-card">
    <p className="demo-name">{CHALLENGE.title}</p>
    <p className="demo-fine">{CHALLENGE.due}, with friends</p>
    <div className="demo-person">
      <div className="demo-faces">
        {CHALLENGE.friends.map(({ who }) => (
          <Face key={who.name} of={who} size={32} />
        ))}
      </div>
      <Press className="demo-button second" onPress={onOpen}>
        Open<span className="unseen"> the challenge</span>
      </Press>
    </div>
  </div>
);
