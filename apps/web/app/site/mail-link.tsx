import { site } from './env.ts';

export const MailLink = () => <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>;

/** A text in which the support address, where it occurs, can be pressed. */
export function WithMail({ children }: { children: string }) {
  const [before, ...after] = children.split(site.supportEmail);
  return (
    <>
      {before}
      {after.map((text) => (
        <span key={text}>
          <MailLink />
          {text}
        </span>
      ))}
    </>
  );
}
