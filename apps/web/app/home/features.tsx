import { SOFTWARE_VERSION } from '../content/claims.ts';
import { PhoneStill, Still, TabletStill } from '../demo/stills.tsx';
import './features.css';

const FEATURES = [
  {
    color: 'primary',
    title: 'Daily Bible reading and devotionals',
    text: 'A short passage and a devotional for each day, for the bus, the lunch table or the pillow. Students write their reflection and keep going.',
    still: 'reading',
  },
  {
    color: 'secondary',
    title: 'Prayer journal and requests',
    text: 'A digital prayer journal, and prayer requests the group can carry. A student who isn’t ready for the group can mark a request private, and then only leaders see it.',
    still: 'request',
  },
  {
    color: 'accent',
    title: 'Faith challenges with friends',
    text: 'Something to do about the sermon before Friday, with friends who hold each other accountable.',
    still: 'challenge',
  },
  {
    color: 'primary',
    title: 'Study and challenge generator',
    text: 'Put in your sermon notes or a prompt, and get an AI-assisted draft of a Bible study plan or a challenge. You edit it, you teach it.',
    still: 'draft',
  },
  {
    color: 'secondary',
    title: 'Small groups, messages and announcements',
    text: 'Create small groups, talk with them in one place, send announcements and SMS. Leaders have moderation tools, and our guidelines ask adults to talk with students in groups.',
    still: 'chat',
  },
  {
    color: 'accent',
    title: 'Engagement insight',
    text: 'Weekly engagement in the pastor portal, trends over time, AI-powered insights, and an alert when a student is becoming disengaged, while there is still time to save them a seat.',
    still: 'alert',
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
      {FEATURES.map(({ color, title, text, still }) => (
        <li key={title} className={color}>
          <div className="feature-picture">
            <Still of={still} />
          </div>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p className="all-plans">
      Every feature is in every plan, and in the trial. For parents and elders: <a href="/safety">who sees what</a>
    </p>
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
        One app for students on iOS and Android, one portal for the people who lead them, here with sample data. Version{' '}
        {SOFTWARE_VERSION}.
      </p>
    </div>
    <div className="demo">
      <div className="mocks">
        <PhoneStill />
        <TabletStill />
      </div>
      <div className="demo-text">
        <Opened heading="What a student opens" items={STUDENT} />
        <Opened heading="What you open" items={LEADER} />
        <a className="button second" href="/trial-demo">
          Try the demo
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
