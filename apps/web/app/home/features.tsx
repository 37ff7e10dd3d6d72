import { SOFTWARE_VERSION } from '../content/claims.ts';
import { FullDemo } from '../demo/full-demo.tsx';
import { Island } from '../demo/island.tsx';
import type { Scene } from '../demo/state.ts';
import styles from './features.module.css';

interface Feature {
  color: 'primary' | 'secondary' | 'accent';
  when: string;
  title: string;
  text: string;
  /** Of the demo, which shows it. */
  scene: Scene;
  link: string;
}

const FEATURES: readonly Feature[] = [
  {
    color: 'primary',
    when: 'Thursday, on the bus',
    title: 'Daily Bible reading and devotionals',
    text: 'A short passage and a devotional for each day. Emma writes a line about it, and one more lamp is lit.',
    scene: 'reading',
    link: 'Open today’s reading',
  },
  {
    color: 'secondary',
    when: 'Friday, at lunch',
    title: 'Faith challenges with friends',
    text: 'Something to do about the sermon before Friday night, with friends who hold each other accountable.',
    scene: 'challenge',
    link: 'Take the challenge',
  },
  {
    color: 'accent',
    when: 'Saturday, lights out',
    title: 'Prayer journal and requests',
    text: 'A digital prayer journal, and requests the group can carry. A private one is seen by leaders only.',
    scene: 'prayer',
    link: 'Ask for prayer',
  },
  {
    color: 'primary',
    when: 'Sunday, after church',
    title: 'Study and challenge generator',
    text: 'Put in your sermon notes or a prompt, and get an AI-assisted draft of a Bible study plan or a challenge. You edit it, you teach it.',
    scene: 'study',
    link: 'Draft a study',
  },
  {
    color: 'secondary',
    when: 'Monday, nine at night',
    title: 'Small groups, messages and announcements',
    text: 'Create small groups, talk in one place, send announcements and SMS. Leaders have moderation tools; our guidelines ask adults to talk with students in groups.',
    scene: 'group',
    link: 'Read the group’s chat',
  },
  {
    color: 'accent',
    when: 'Tuesday, at your desk',
    title: 'Engagement insight',
    text: 'Weekly engagement in the pastor portal, trends, AI-powered insights, and an alert when a student is becoming disengaged, while there’s time to save a seat.',
    scene: 'alert',
    link: 'See who has gone quiet',
  },
];

export const Features = () => (
  <section id="features" className={`part ${styles.features}`}>
    <div className="part-head">
      <p className="label">Features</p>
      <h2>Six days, between two Wednesdays</h2>
      <p className="lede quiet">Something for students to open on the bus. For you, the right name to call.</p>
    </div>
    <ol className={styles.days}>
      {FEATURES.map(({ color, when, title, text, scene, link }) => (
        <li key={title} data-color={color}>
          <p className={styles.when}>{when}</p>
          <h3>{title}</h3>
          <p>
            {text} <a href={`#demo-${scene}`}>{link}</a>
          </p>
        </li>
      ))}
    </ol>
    <p className={styles.wednesday}>
      Wednesday, half past six. <strong>A chair is filled.</strong>
    </p>
    <p className="quiet">
      Every feature is in every plan, and in the trial. For parents and elders: <a href="/safety">who sees what</a>
    </p>
  </section>
);

/** The app, live: both screens on one set of sample data. */
export const AppDemo = () => (
  <section id="app" className={`part ${styles.app}`}>
    <div className="part-head">
      <p className="label">The app</p>
      <h2>Theirs in a pocket, yours at a glance</h2>
      <p className="lede quiet">
        One app for students on iOS and Android, one portal for their leaders. Version {SOFTWARE_VERSION}, on sample
        data: tap anything, or <a href="/trial-demo">watch two short films</a>.
      </p>
    </div>
    <Island name="full">
      <FullDemo />
    </Island>
  </section>
);
