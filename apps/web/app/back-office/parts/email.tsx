import { Fragment } from 'react';

/** An e-mail address, which breaks before its dots and its @ where it does not fit. */
export const Email = ({ address }: { address: string }) => (
  <bdi className="breakable">
    {address.split(/(?=[@.])/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
);
