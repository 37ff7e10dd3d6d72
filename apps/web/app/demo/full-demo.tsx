import { useEffect, useReducer } from 'react';
import { PastorPortal } from './portal/pastor-portal.tsx';
import { type DemoState, reduce, type Scene, SCENES, type Side, START } from './state.ts';
import { StudentApp } from './student/student-app.tsx';
import './full-demo.css';

/** Both screens on one set of sample data: what happens in one is seen in the other. A phone shows one of them at a time. */
export function FullDemo() {
  const [state, act] = useReducer(reduce, START);
  useEffect(() => {
    const open = () => {
      const scene = location.hash.replace('#demo-', '');
      if (scene in SCENES) act({ type: 'scene', scene: scene as Scene });
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  return (
    <div className="full-demo" data-scene={state.scene} data-side={state.side}>
      {Object.keys(SCENES).map((scene) => (
        <span key={scene} id={`demo-${scene}`} className="demo-anchor" />
      ))}
      <Switch {...state} onShow={(side) => act({ type: 'side', side })} />
      <section aria-label="Student app">
        <p className="label">Emma’s phone</p>
        <StudentApp state={state} act={act} />
      </section>
      <section aria-label="Pastor portal">
        <p className="label">Your portal</p>
        <PastorPortal state={state} act={act} />
      </section>
      <p className="demo-unscripted small quiet">
        The demo needs JavaScript. <a href="/trial-demo">The videos</a> show the same.
      </p>
      <p className="unseen" role="status">
        {state.said}
      </p>
    </div>
  );
}

const SIDES: readonly { side: Side; label: string }[] = [
  { side: 'student', label: 'Student' },
  { side: 'leader', label: 'Leader' },
];

const Switch = ({
  side,
  hasUnseen,
  onShow,
}: Pick<DemoState, 'side' | 'hasUnseen'> & { onShow: (side: Side) => void }) => (
  <div className="demo-switch" role="group" aria-label="Whose screen">
    {SIDES.map(({ side: each, label }) => (
      <button key={each} type="button" aria-pressed={each === side} onClick={() => onShow(each)}>
        <span>{label}</span>{' '}
        {hasUnseen && each !== side && (
          <span className="demo-dot">
            <span className="unseen">changed</span>
          </span>
        )}
      </button>
    ))}
  </div>
);
