/** Without its scripts a form is still sent and answered, with what was typed. */
const isTyped = () => [...document.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue);
const showFailure = () => {
  if (!document.querySelector('form[method=post]'))
    document.querySelectorAll<HTMLElement>('[data-scripts]').forEach((part) => (part.hidden = !part.hidden));
};
const onFailure = () =>
  fetch('/healthz')
    .then(() => isTyped() || reloadOnce() || showFailure())
    .catch(showFailure);

/**
 * Inlined into pages that hydrate. The build marks their module scripts `later`: they are fetched and run once the page is painted,
 * so that what it shows without them does not wait for them.
 */
const startScripts = () => {
  document.querySelectorAll<HTMLLinkElement>('link[rel=later]').forEach((link) => (link.rel = 'modulepreload'));
  document.querySelectorAll<HTMLScriptElement>('script[type=later]').forEach(({ text, nonce }) => {
    const copy = document.createElement('script');
    copy.type = 'module';
    copy.text = text;
    copy.onerror = onFailure;
    if (nonce) copy.nonce = nonce;
    document.head.append(copy);
    copy.remove();
  });
};

if (PerformanceObserver.supportedEntryTypes.includes('paint'))
  new PerformanceObserver((entries, observer) => {
    if (!entries.getEntriesByName('first-contentful-paint').length) return;
    observer.disconnect();
    startScripts();
  }).observe({ type: 'paint', buffered: true });
else requestAnimationFrame(() => setTimeout(startScripts));
