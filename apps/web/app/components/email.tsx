import { Fragment } from 'react';

/** An email address that may wrap before a dot or the @. */
export const Email = ({ address }: { address: string }) => (
  <bdi key={address} className="address" translate="no">
    {address.split(/(?=[@.])/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
);
