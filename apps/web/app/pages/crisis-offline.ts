/** Inlined into the crisis page: its worker keeps the page readable without a connection. */
if ('serviceWorker' in navigator)
  void navigator.serviceWorker.register('/crisis-worker.js', { scope: '/crisis' }).catch(() => undefined);
