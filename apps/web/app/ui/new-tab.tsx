/** A link beside a form: what is typed there stays where it is. */
export const NewTab = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
    <span className="unseen"> (opens in a new tab)</span>
  </a>
);
