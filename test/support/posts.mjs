/** POST over kept connections to one server after the other, as a caller does who has many to send. */
import { Agent, request } from 'node:http';

/** @param {string[]} urls @param {number} connections */
export function poster(urls, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  /** Resolves with the body's text; throws unless the answer is `expected`. */
  const post = (turn, path, body, headers, expected) =>
    new Promise((done, failed) => {
      const told = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
      const sent = request(`${urls[turn % urls.length]}${path}`, { agent, method: 'POST', headers: told }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === expected) done(text);
          else failed(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
        });
      });
      sent.on('error', failed);
      sent.end(body);
    });

  return { post, close: () => agent.destroy() };
}
