/** Inside the frame: answers the page's script over a port, and never tells it what was typed. */
import * as card from './card-form.js';

let port;
const tell = (message) => port?.postMessage(message);

const questions = {
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
  port.onmessage = async ({ data: { id, question, ...details } }) =>
    tell({ type: 'answer', id, result: await questions[question]?.(details) });
  tellHeight();
  tell({ type: 'ready' });
});

const tellHeight = () =>
  tell({ type: 'height', height: Math.ceil(document.querySelector('.card-form').getBoundingClientRect().height) + 2 });
new ResizeObserver(tellHeight).observe(document.querySelector('.card-form'));

let formerly = '';
addEventListener('input', () => {
  const state = { empty: card.isEmpty(), complete: card.isComplete() };
  if (JSON.stringify(state) === formerly) return;
  formerly = JSON.stringify(state);
  tell({ type: 'change', ...state });
});
addEventListener('focusin', () => tell({ type: 'focus' }));
addEventListener('focusout', () => tell({ type: 'blur' }));
addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ type: 'escape' }));
