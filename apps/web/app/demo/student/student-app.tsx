import { usePanel } from '../use-panel.ts';
import { NewsLine, Tabs } from '../parts.tsx';
import type { Act, DemoState, StudentTab } from '../state.ts';
import { Challenge } from './challenge.tsx';
import { GroupChat } from './group-chat.tsx';
import { Phone } from './phone.tsx';
import { Prayer } from './prayer.tsx';
import { Today } from './today.tsx';

const PANELS = { today: Today, challenge: Challenge, prayer: Prayer, group: GroupChat };

const STUDENT_TABS: readonly { tab: StudentTab; label: string; icon: string }[] = [
  {
    tab: 'today',
    label: 'Today',
    icon: 'M12 6.5C10 4.8 7 4.3 4 4.3v13.4c3 0 6 .5 8 2.3 2-1.8 5-2.3 8-2.3V4.3c-3 0-6 .5-8 2.2zm0 0V20',
  },
  { tab: 'challenge', label: 'Challenge', icon: 'M6 21V4h11l-2.5 4L17 12H6' },
  {
    tab: 'prayer',
    label: 'Prayer',
    icon: 'M12 20C6 15.8 4 13 4 9.6a4.2 4.2 0 0 1 8-1.7 4.2 4.2 0 0 1 8 1.7C20 13 18 15.8 12 20z',
  },
  { tab: 'group', label: 'Group', icon: 'M4 5h16v11h-8l-5 4v-4H4z' },
];

/** The student app in a phone. */
export function StudentApp({ state, act }: { state: DemoState; act: Act }) {
  const Panel = PANELS[state.student];
  const panel = usePanel();
  return (
    <Phone
      tabs={
        <Tabs
          id="student"
          label="Student app"
          tabs={STUDENT_TABS}
          selected={state.student}
          onSelect={(tab) => act({ type: 'student', tab })}
        />
      }
    >
      <div
        ref={panel}
        className="demo-panel"
        id="student-panel"
        role="tabpanel"
        aria-labelledby={`student-${state.student}`}
        tabIndex={0}
      >
        <NewsLine of={state.news.student} onOpen={() => act({ type: 'student', tab: state.news.student!.tab })} />
        <Panel state={state} act={act} />
      </div>
    </Phone>
  );
}
