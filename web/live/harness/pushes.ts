/** A server with people of one organisation, and browsers that take their push messages. */

import { Person } from './person.ts';
import { type Browser, PushService, settled } from './pushService.ts';
import { PASSWORD, Server } from './server.ts';

const names = ['anna', 'bo', 'cia'] as const;
type Name = (typeof names)[number];

export class Pushes {
  readonly service: PushService;
  readonly server: Server;
  readonly people: Record<Name, Person>;
  readonly org: { id: number; ws: number; general: number };
  /** Somebody else who is away: what comes to them shows that everything was on its way. */
  private readonly witness: Browser;
  private seen = 0;
  /** What a test leaves behind, also one that fails: the next ones begin without it. */
  readonly leavings: (() => Promise<unknown>)[] = [];

  private constructor(
    service: PushService,
    [server, people]: [Server, Record<Name, Person>],
    org: Pushes['org'],
    witness: Browser,
  ) {
    this.service = service;
    this.server = server;
    this.people = people;
    this.org = org;
    this.witness = witness;
  }

  static async begin(): Promise<Pushes> {
    const service = await PushService.begin();
    const [server, people] = await Server.with(names, {
      KALENDER_PUSH_HOSTS: service.url,
      KALENDER_HIDDEN_AFTER: '1',
    });
    const org = await people.anna.found('Föreningen');
    for (const one of [people.bo, people.cia]) await people.anna.relate(org.id, one, 'MEMBER');
    return new Pushes(service, [server, people], org, await service.of(people.cia));
  }

  /** Another session of somebody's, with a browser that takes messages. */
  async device(name: Name): Promise<[Browser, Person]> {
    const session = await Person.signIn(this.server, this.people[name].email, PASSWORD);
    const browser = await this.service.of(session);
    const { endpoint } = browser;
    this.leavings.push(() =>
      this.people[name].call('DELETE', '/api/v1/push/subscription', { endpoint }),
    );
    return [browser, session];
  }

  /** Calls Bo and the witness; done when whatever this leads to has happened. */
  async call(text: string, channel = this.org.general) {
    const message = await this.people.anna.say(channel, `${text} @bo @cia`);
    this.seen += 1;
    await this.witness.nth(this.seen);
    await settled([this.server]);
    return message;
  }

  /** The first message that came to the witness. */
  get first() {
    return this.witness.received[0];
  }

  async clear() {
    for (const leave of this.leavings.splice(0)) await leave();
  }

  async dispose() {
    await this.server.dispose();
    this.service.close();
  }
}
