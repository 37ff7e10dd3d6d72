import { PhoneMock, PortalMock } from '../components/mockups.tsx';
import { SOFTWARE_VERSION } from '../content/claims.ts';

const STUDENT = [
  "Today's reading and devotional",
  'The challenge their friends are in',
  'A prayer journal',
  'Their small group',
];
const LEADER = [
  "This week's engagement, group by group",
  'Students who are becoming disengaged',
  'Prayer requests, private ones included',
  'Announcements, SMS and moderation',
];

export const AppDemo = () => (
  <section id="app" className="part">
    <div className="part-head">
      <p className="label">The app</p>
      <h2>Theirs in a pocket, yours at a glance</h2>
      <p className="lede quiet">
        One app for students on iOS and Android, one portal for the people who lead them. Version {SOFTWARE_VERSION}.
      </p>
    </div>
    <div className="demo">
      <div
        className="mocks"
        role="img"
        aria-label="The student app with today's reading, beside the pastor dashboard with weekly engagement."
      >
        <PhoneMock />
        <PortalMock />
      </div>
      <div className="demo-text">
        <Opened heading="What a student opens" items={STUDENT} />
        <Opened heading="What you open" items={LEADER} />
        <a className="button second" href="/trial-demo">
          Watch the demo
        </a>
      </div>
    </div>
  </section>
);

const Opened = ({ heading, items }: { heading: string; items: readonly string[] }) => (
  <div>
    <h3>{heading}</h3>
    <ul className="lamps">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);
