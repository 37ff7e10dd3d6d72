import './sample.css';

/** Marks a claim that is still to be replaced by the owner's own; see `owner-claims.ts` of the contracts. */
export const Sample = () => <span className="sample">Sample</span>;
