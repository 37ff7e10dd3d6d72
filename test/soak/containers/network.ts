/** Networks between containers: a bridge for each in a network namespace of their own, and a namespace for each container. Needs root. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { run } from './run.ts';

const ip = (...args: string[]): Promise<string> => run('ip', args);

/** The link between this machine and a container that publishes ports. The range is no one's (RFC 6598). */
const published = (index: number) => ({ here: `100.127.${index}.1`, there: `100.127.${index}.2` });

export interface Attached {
  namespace: string;
  /** By the name of the network. */
  addresses: Record<string, string>;
  index: number;
}

export class Networks {
  readonly #id = `lampstand-${randomBytes(3).toString('hex')}`;
  readonly #names: string[] = [];
  readonly #namespaces: string[] = [];
  readonly #forwards: Server[] = [];
  readonly #connections = new Set<Socket>();

  /** Makes one bridge for each name. */
  static async create(names: string[]): Promise<Networks> {
    const networks = new Networks();
    await networks.#addNamespace(networks.#id);
    for (const name of names) {
      const bridge = `net${networks.#names.push(name) - 1}`;
      await ip('-n', networks.#id, 'link', 'add', bridge, 'type', 'bridge');
      await ip('-n', networks.#id, 'link', 'set', bridge, 'up');
    }
    return networks;
  }

  /** Makes the namespace of a container and connects it with the networks. */
  async attach(names: string[]): Promise<Attached> {
    const index = this.#namespaces.length;
    const namespace = `${this.#id}-${index}`;
    await this.#addNamespace(namespace);
    const addresses: Record<string, string> = {};
    for (const name of names) {
      const net = this.#names.indexOf(name);
      if (net < 0) throw new Error(`There is no network ${name}.`);
      const [port, inside] = [`c${index}n${net}`, `eth${net}`];
      addresses[name] = `172.30.${net}.${index + 1}`;
      await ip('-n', this.#id, 'link', 'add', port, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace);
      await ip('-n', this.#id, 'link', 'set', port, 'master', `net${net}`, 'up');
      await ip('-n', namespace, 'addr', 'add', `${addresses[name]}/24`, 'dev', inside);
      await ip('-n', namespace, 'link', 'set', inside, 'up');
    }
    return { namespace, addresses, index };
  }

  /** Passes connections to a port of this machine's loopback on to a port of the container. */
  async publish({ namespace, index }: Attached, port: number, containerPort: number): Promise<void> {
    const { here, there } = published(index);
    const link = `lamp${this.#id.slice(-6)}${index}`;
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'published', 'netns', namespace);
    await ip('addr', 'add', `${here}/30`, 'dev', link);
    await ip('link', 'set', link, 'up');
    await ip('-n', namespace, 'addr', 'add', `${there}/30`, 'dev', 'published');
    await ip('-n', namespace, 'link', 'set', 'published', 'up');
    const server = createServer({ allowHalfOpen: true }, (client) => {
      const inside = connect({ host: there, port: containerPort, allowHalfOpen: true });
      client.on('error', () => inside.destroy()).pipe(inside);
      inside.on('error', () => client.destroy()).pipe(client);
      for (const socket of [client, inside]) {
        this.#connections.add(socket);
        socket.on('close', () => this.#connections.delete(socket));
      }
    });
    await new Promise<void>((done, failed) => {
      server.once('error', failed).listen(port, '127.0.0.1', done);
    });
    this.#forwards.push(server);
  }

  /** Removes all of it; containers must have ended. */
  async remove(): Promise<void> {
    for (const server of this.#forwards) server.close();
    for (const socket of this.#connections) socket.destroy();
    for (const namespace of this.#namespaces.toReversed()) await ip('netns', 'delete', namespace);
  }

  async #addNamespace(name: string): Promise<void> {
    await ip('netns', 'add', name);
    this.#namespaces.push(name);
    await ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}
