import { useEffect, useReducer } from 'react';
import { PastorPortal } from './portal/pastor-portal.tsx';
import { reduce, type Scene, SCENES, START } from './state.ts';
import { StudentApp } from './student/student-app.tsx';
import './full-demo.css';

/** Both screens on one set of sample data: what happens in one is seen in the other. */
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
    <div className="full-demo" data-scene={state.scene}>
      <section aria-label="Student app">
        <p className="label">Emma’s phone</p>
        <StudentApp state={state} act={act} />
      </section>
      <section aria-label="Pastor portal">
        <p className="label">Your portal</p>
        <PastorPortal state={state} act={act} />
      </section>
      <p className="unseen" role="status">
        {state.said}
      </p>
    </div>
  );
}
