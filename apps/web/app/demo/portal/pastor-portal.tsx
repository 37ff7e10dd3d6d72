import { usePanel } from '../use-panel.ts';
import { NewsLine, Tabs } from '../parts.tsx';
import type { Act, DemoState, PortalTab } from '../state.ts';
import { Messages, Requests } from './moderation.tsx';
import { Students } from './students.tsx';
import { Studies } from './studies.tsx';
import { Tablet } from './tablet.tsx';

const PANELS = { students: Students, prayer: Requests, messages: Messages, studies: Studies };

const PORTAL_TABS: readonly { tab: PortalTab; label: string; icon: string }[] = [
  { tab: 'students', label: 'Students', icon: 'M5 20v-7M12 20V5M19 20v-4M3 20h18' },
  {
    tab: 'prayer',
    label: 'Prayer',
    icon: 'M12 20C6 15.8 4 13 4 9.6a4.2 4.2 0 0 1 8-1.7 4.2 4.2 0 0 1 8 1.7C20 13 18 15.8 12 20z',
  },
  { tab: 'messages', label: 'Messages', icon: 'M4 5h16v11h-8l-5 4v-4H4z' },
  { tab: 'studies', label: 'Studies', icon: 'M5 20h14M7 16l1-4 8-8 3 3-8 8z' },
];

/** The pastor portal in the window of a tablet. */
export function PastorPortal({ state, act }: { state: DemoState; act: Act }) {
  const Panel = PANELS[state.portal];
  const panel = usePanel();
  const counts: Partial<Record<PortalTab, number>> = {
    students: state.notified ? 0 : 1,
    prayer: state.requests.filter(({ isPrivate }) => isPrivate).length,
    messages: state.messages.filter(({ reported, removed }) => reported && !removed).length,
  };
  return (
    <Tablet
      tabs={
        <Tabs
          id="portal"
          label="Pastor portal"
          tabs={PORTAL_TABS.map((each) => ({ ...each, count: counts[each.tab] }))}
          selected={state.portal}
          onSelect={(tab) => act({ type: 'portal', tab })}
        />
      }
    >
      <div
        ref={panel}
        className="demo-panel"
        id="portal-panel"
        role="tabpanel"
        aria-labelledby={`portal-${state.portal}`}
        tabIndex={0}
      >
        <NewsLine of={state.news.leader} onOpen={() => act({ type: 'portal', tab: state.news.leader!.tab })} />
        <Panel state={state} act={act} />
      </div>
    </Tablet>
  );
}
