parent.postMessage({ sandbox: 'challenge-finished' }, '*');
