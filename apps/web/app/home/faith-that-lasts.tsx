import { Lamp } from '../components/lamp.tsx';

const POINTS = [
  {
    title: 'A habit of their own',
    text: 'A few minutes a day of prayer, scripture, worship and reflection. Mark 30, 60 and 100 days with them, and count a missed day as a missed day.',
  },
  {
    title: 'Friends who ask',
    text: '“Did you read today?” sounds like homework from a leader. Challenges and small groups put the question in the mouth of a friend from third period.',
  },
  {
    title: 'An adult who notices',
    text: 'Trends and alerts point you to the student who has gone quiet. The rest is the oldest kind of ministry: you go and find them.',
  },
] as const;

export const FaithThatLasts = () => (
  <section id="faith-that-lasts" className="part band faith">
    <div className="text">
      <p className="label">Faith That Lasts</p>
      <h2>What will they do on a Tuesday when they are nineteen?</h2>
      <p>
        <strong>70% of students leave church after high school.</strong> No app changes that on its own, and we will not
        tell you that ours does. But there are three things you can practice with students while you still have them
        every week.
      </p>
      <figure className="verse">
        <Lamp size={40} />
        <blockquote>
          “Neither do you light a lamp and put it under a measuring basket, but on a stand; and it shines to all who are
          in the house.”
        </blockquote>
        <figcaption className="small quiet">Matthew 5:15, World English Bible</figcaption>
      </figure>
    </div>
    <ol className="points">
      {POINTS.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
