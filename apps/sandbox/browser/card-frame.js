/** Runs in the card frame: answers stripe.js over a message port, without revealing the card. */
import * as card from './card-form.js';

let port;
const send = (message) => port?.postMessage(message);

const methods = {
  validate: () => card.validate(),
  confirm: (details) => {
    const error = card.validate();
    return error ? { error } : card.confirm(details);
  },
  focus: () => card.focus(),
  clear: () => card.clear(),
};

addEventListener('message', ({ source, data, ports }) => {
  if (port || source !== parent || data?.sandbox !== 'connect') return;
  [port] = ports;
  useFonts(data);
  useColors(data.look);
  port.onmessage = async ({ data: { id, method, ...details } }) =>
    send({ type: 'result', id, result: await methods[method]?.(details) });
  sendHeight();
  send({ type: 'ready' });
});

function useFonts({ fonts, look: { fontFamily } }) {
  for (const { family: name, src, style, weight, display } of fonts) {
    const face = new FontFace(name, src, {
      ...(style && { style }),
      ...(weight && { weight }),
      ...(display && { display }),
    });
    document.fonts.add(face);
  }
  if (fontFamily) document.body.style.fontFamily = fontFamily;
}

function useColors({ colorBackground, colorText, colorDanger }) {
  const { style } = document.documentElement;
  for (const [name, color] of Object.entries({ '--card': colorBackground, '--ink': colorText, '--bad': colorDanger }))
    if (color) style.setProperty(name, color);
}

const sendHeight = () =>
  send({ type: 'height', height: Math.ceil(document.querySelector('.card-form').getBoundingClientRect().height) + 2 });
new ResizeObserver(sendHeight).observe(document.querySelector('.card-form'));

let previous = '';
addEventListener('input', () => {
  const state = { empty: card.isEmpty(), complete: card.isComplete() };
  if (JSON.stringify(state) === previous) return;
  previous = JSON.stringify(state);
  send({ type: 'change', ...state });
});
addEventListener('focusin', () => send({ type: 'focus' }));
addEventListener('focusout', () => send({ type: 'blur' }));
addEventListener('keydown', ({ key }) => key === 'Escape' && send({ type: 'escape' }));
