/** An e-mail address, which breaks before its @ where it does not fit. */
export function Email({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <bdi className="breakable">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
