/* The sandbox's Stripe.js: the same API; the card is typed in an iframe of the sandbox's origin. */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const LOAD_TIMEOUT_MS = 15_000;

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  function emitter() {
    const listeners = new Map();
    const of = (name) => listeners.get(name) ?? listeners.set(name, new Set()).get(name);
    return {
      on: (name, listener) => void of(name).add(listener),
      off: (name, listener) => void (listener ? of(name).delete(listener) : of(name).clear()),
      emit: (name, event) => [...of(name)].forEach((listener) => listener(event)),
    };
  }

  function paymentElement(release, { fonts = [], appearance }) {
    const { on, off, emit } = emitter();
    const elementType = 'payment';
    const pending = new Map();
    let frame, port, loadTimeout;
    let connected = deferred();

    const handlers = {
      ready: () => {
        clearTimeout(loadTimeout);
        connected.resolve();
        emit('ready', { elementType });
      },
      change: ({ empty, complete }) =>
        emit('change', { elementType, empty, complete, collapsed: false, value: { type: 'card' } }),
      focus: () => emit('focus', { elementType }),
      blur: () => emit('blur', { elementType }),
      escape: () => emit('escape', { elementType }),
      height: ({ height }) => frame && (frame.style.height = `${height}px`),
      result: ({ id, result }) => {
        pending.get(id)?.(result);
        pending.delete(id);
      },
    };

    async function call(method, details = {}) {
      await connected.promise;
      const id = crypto.randomUUID();
      port.postMessage({ id, method, ...details });
      return new Promise((resolve) => pending.set(id, resolve));
    }

    function mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      if (!node) throw new IntegrationError('The selector you specified applies to no DOM elements.');
      unmount();
      frame = document.createElement('iframe');
      Object.assign(frame, { src: `${origin}/elements/card.html`, title: 'Secure card form', allow: 'payment' });
      frame.style.cssText = 'border:0;width:100%;height:210px;display:block;color-scheme:light';
      frame.addEventListener('load', connect);
      node.replaceChildren(frame);
      loadTimeout = setTimeout(() => {
        emit('loaderror', {
          elementType,
          error: { type: 'api_connection_error', message: 'The card form could not be loaded.' },
        });
      }, LOAD_TIMEOUT_MS);
    }

    function connect() {
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = ({ data }) => handlers[data.type]?.(data);
      const hello = { sandbox: 'connect', fonts, look: appearance?.variables ?? {} };
      frame.contentWindow.postMessage(hello, origin, [channel.port2]);
    }

    function unmount() {
      clearTimeout(loadTimeout);
      port?.close();
      frame?.remove();
      frame = port = undefined;
      connected = deferred();
    }

    const element = {
      on: (name, listener) => (on(name, listener), element),
      once: (name, listener) =>
        element.on(name, function only(event) {
          off(name, only);
          listener(event);
        }),
      off: (name, listener) => (off(name, listener), element),
      mount,
      unmount,
      destroy: () => (unmount(), release()),
      update: () => {},
      focus: () => void call('focus'),
      blur: () => frame?.blur(),
      clear: () => void call('clear'),
      collapse: () => {},
    };
    return { element, call, isMounted: () => Boolean(frame) };
  }

  function elementsGroup(options = {}) {
    if ('paymentMethodTypes' in options) {
      throw new IntegrationError('paymentMethodTypes is not part of this version; use allowedPaymentMethodTypes.');
    }
    if (options.fonts?.some(({ family, src }) => !family || !/^url\(["']?(https?|data):/.test(src)))
      throw new IntegrationError('A font needs a family and an absolute src; the sandbox does not model cssSrc.');
    let payment;
    const group = {
      create(type) {
        if (type !== 'payment') throw new IntegrationError(`The sandbox has the payment element only, not "${type}".`);
        if (payment) throw new IntegrationError('Can only create one Element of type payment.');
        payment = paymentElement(() => (payment = undefined), options);
        return payment.element;
      },
      getElement: () => payment?.element ?? null,
      update: (changes) => void Object.assign(options, changes),
      fetchUpdates: async () => ({}),
      on: () => group,
      off: () => group,
      async submit() {
        const error = await required().call('validate');
        return error ? { error } : { selectedPaymentMethod: 'card' };
      },
    };
    const required = () => {
      if (!payment?.isMounted()) throw new IntegrationError('The payment element is not mounted.');
      return payment;
    };
    groups.set(group, { options, required });
    return group;
  }
  const groups = new WeakMap();

  function Stripe(key) {
    if (!key?.startsWith('pk_test_'))
      throw new IntegrationError('The sandbox takes publishable test keys (pk_test_…) only.');

    async function retrieveSetupIntent(clientSecret) {
      const id = clientSecret.split('_secret_')[0];
      const query = new URLSearchParams({ client_secret: clientSecret });
      try {
        const response = await fetch(`${origin}/v1/setup_intents/${id}?${query}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const body = await response.json();
        return body.error ? { error: body.error } : { setupIntent: body };
      } catch {
        return {
          error: {
            type: 'api_connection_error',
            message: 'We are experiencing issues connecting to our payments provider.',
          },
        };
      }
    }

    async function followUp(setupIntent) {
      const action = setupIntent.next_action;
      if (action?.type === 'redirect_to_url') return leaveFor(action.redirect_to_url.url);
      if (action?.type !== 'use_stripe_sdk') return { setupIntent };
      await challenge(action.use_stripe_sdk.stripe_js);
      const after = await retrieveSetupIntent(setupIntent.client_secret);
      const failure = after.setupIntent?.status === 'requires_payment_method' && after.setupIntent.last_setup_error;
      return failure ? { error: { ...failure, setup_intent: after.setupIntent } } : after;
    }

    async function confirmSetup({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const group = groups.get(elements);
      const secret = clientSecret ?? group?.options.clientSecret;
      if (!group || !secret) throw new IntegrationError('confirmSetup needs elements and a clientSecret.');
      if (redirect !== 'if_required' && !confirmParams.return_url)
        throw new IntegrationError('confirmParams.return_url is required.');
      const { return_url: returnUrl, payment_method_data: methodData } = confirmParams;
      const answer = await group
        .required()
        .call('confirm', { key, clientSecret: secret, returnUrl, billing: methodData?.billing_details });
      const settled = answer.setupIntent?.status === 'requires_action' ? await followUp(answer.setupIntent) : answer;
      if (settled.setupIntent?.status === 'succeeded' && redirect !== 'if_required')
        return leaveFor(returnTo(returnUrl, settled.setupIntent));
      return settled;
    }

    const handleNextAction = async ({ clientSecret }) => {
      const { setupIntent, error } = await retrieveSetupIntent(clientSecret);
      return error ? { error } : followUp(setupIntent);
    };
    const notModelled = (name) => async () => ({
      error: { type: 'invalid_request_error', message: `The sandbox does not model ${name}.` },
    });
    return {
      elements: elementsGroup,
      confirmSetup,
      retrieveSetupIntent,
      handleNextAction,
      createToken: notModelled('createToken'),
      createPaymentMethod: notModelled('createPaymentMethod'),
      confirmCardPayment: notModelled('confirmCardPayment'),
      confirmCardSetup: notModelled('confirmCardSetup'),
      confirmPayment: notModelled('confirmPayment'),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    };
  }

  function challenge(address) {
    const overlay = document.createElement('div');
    overlay.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:rgb(27 36 64 / .55)';
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: address, title: 'Confirm with your bank' });
    frame.style.cssText = 'border:0;width:100%;height:100%;color-scheme:light';
    overlay.append(frame);
    document.body.append(overlay);
    frame.addEventListener('load', () => frame.contentWindow.focus());
    return new Promise((resolve) => {
      addEventListener('message', function finished({ origin: from, source, data }) {
        if (from !== origin || source !== frame.contentWindow || data?.sandbox !== 'challenge-finished') return;
        removeEventListener('message', finished);
        overlay.remove();
        resolve();
      });
    });
  }

  function returnTo(returnUrl, { id, client_secret: secret }) {
    const url = new URL(returnUrl);
    url.searchParams.set('setup_intent', id);
    url.searchParams.set('setup_intent_client_secret', secret);
    url.searchParams.set('redirect_status', 'succeeded');
    return url.href;
  }

  function leaveFor(url) {
    location.assign(url);
    return new Promise(() => {});
  }

  function deferred() {
    let resolve;
    const promise = new Promise((done) => (resolve = done));
    return { promise, resolve };
  }

  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
