import { Notice } from './notice.tsx';

/** Tells someone who comes back that nothing is lost, and lets them throw it away. */
export const KeptNotice = ({ onStartOver }: { onStartOver: () => void }) => (
  <Notice tone="good">
    <div className="row">
      <span>We kept what you typed.</span>
      <button type="button" className="link-button" onClick={onStartOver}>
        Start over
      </button>
    </div>
  </Notice>
);
