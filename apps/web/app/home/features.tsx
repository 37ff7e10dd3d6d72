import { PhoneMock, PortalMock } from '../components/mockups.tsx';
import { SOFTWARE_VERSION } from '../content/claims.ts';
import './features.css';

const FEATURES = [
  {
    color: 'primary',
    title: 'Daily Bible reading and devotionals',
    text: 'A short passage and a devotional for each day, for the bus, the lunch table or the pillow. Students write their reflection and keep going.',
    icon: 'M24 13c-4-4-10-5-16-5v28c6 0 12 1 16 5 4-4 10-5 16-5V8c-6 0-12 1-16 5zm0 0v28M14 17c2 0 4 .4 5.5 1M14 24c2 0 4 .4 5.5 1',
  },
  {
    color: 'secondary',
    title: 'Prayer journal and requests',
    text: 'A digital prayer journal, and prayer requests the group can carry. A student who is not ready for the group can mark a request private, and then only leaders see it.',
    icon: 'M12 6h22a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H12zM18 6v36M28 29c-4-3-6-5.2-6-8a3.2 3.2 0 0 1 6-1.6A3.2 3.2 0 0 1 34 21c0 2.8-2 5-6 8z',
  },
  {
    color: 'accent',
    title: 'Faith challenges with friends',
    text: 'Something to do about the sermon before Friday, with friends who hold each other accountable.',
    icon: 'M6 40 20 14l8 14 4-6 10 18zM20 14V5l9 3.5-9 3.5',
  },
  {
    color: 'primary',
    title: 'Study and challenge generator',
    text: 'Put in your sermon notes or a prompt, and get an AI-assisted draft of a Bible study plan or a challenge. You edit it, you teach it.',
    icon: 'M10 42h24M12 34l3-9L33 7l6 6-18 18zM29 11l6 6M10 6v8M6 10h8M40 30v6M37 33h6',
  },
  {
    color: 'secondary',
    title: 'Small groups, messages and announcements',
    text: 'Create small groups, talk with them in one place, send announcements and SMS. Leaders have moderation tools, and our guidelines ask adults to talk with students in groups.',
    icon: 'M6 8h24a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H16l-7 6v-6H6a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3zm31 9h5a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3h-2v6l-7-6H22M11 15h14M11 20h8',
  },
  {
    color: 'accent',
    title: 'Engagement insight',
    text: 'Weekly engagement in the pastor portal, trends over time, AI-powered insights, and an alert when a student is becoming disengaged, while there is still time to save them a seat.',
    icon: 'M6 6v36h36M13 34v-8M21 34V20M29 34v-5M12 18l9-7 8 6 11-10M33 7h7v7',
  },
] as const;

export const Features = () => (
  <section id="features" className="part features">
    <div className="part-head">
      <p className="label">Features</p>
      <h2>Small things, every day, together</h2>
      <p className="lede quiet">Something for students to open on the bus. For you, the right name to call.</p>
    </div>
    <ul>
      {FEATURES.map(({ color, title, text, icon }) => (
        <li key={title} className={color}>
          <svg width="64" height="64" viewBox="-8 -8 64 64" fill="none" aria-hidden="true">
            <circle cx="24" cy="24" r="31" />
            <path d={icon} />
          </svg>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p className="all-plans">Every feature is in every plan, and in the trial.</p>
  </section>
);

const STUDENT = [
  'Today’s reading and devotional',
  'The challenge their friends are in',
  'A prayer journal',
  'Their small group',
];
const LEADER = [
  'This week’s engagement, group by group',
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
        aria-label="The student app with today’s reading, beside the pastor dashboard with weekly engagement."
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
