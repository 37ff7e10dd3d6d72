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
