/** Inlined into pages behind links of mails: the token leaves the address, which others may see; after a reload the history entry has it. */
const sent = new URLSearchParams(location.search).get('token');
const kept = (history.state as { token?: string } | null)?.token;
if (sent) history.replaceState({ token: sent }, '', location.pathname);
else if (kept) {
  document.documentElement.hidden = true;
  location.replace(`?token=${encodeURIComponent(kept)}`);
}
