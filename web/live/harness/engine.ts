/** The store that the servers under test use: KALENDER_TEST_STORE, `sqlite` (default) or `cql`. A server on `cql` is one of
 * many nodes as far as it knows: it has a Redis as well. `make test-live` starts both and sets what is read here. */

import { releaseKeyspace, takeKeyspace } from './keyspaces.ts';

/** Settings of a server's store, as environment variables. */
export type Engine = NodeJS.ProcessEnv;

const needed = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`KALENDER_TEST_STORE is cql, so ${name} is needed`);
  return value;
};

export const store = process.env.KALENDER_TEST_STORE || 'sqlite';
if (store !== 'sqlite' && store !== 'cql') throw new Error(`KALENDER_TEST_STORE=${store}?`);

/** Whether recovery repeats what lies shortly before a cursor, as it does with many nodes. */
export const repeats = store === 'cql';

/** A store of its own for an installation; `settings` are those that it is given besides, whose store goes first. */
export async function takeEngine(settings: NodeJS.ProcessEnv): Promise<Engine> {
  if (store === 'sqlite' || settings.KALENDER_STORE === 'sqlite') return {};
  const isElsewhere = settings.KALENDER_CQL_NODES !== undefined;
  const server = needed('KALENDER_TEST_CQL');
  return {
    KALENDER_STORE: 'cql',
    KALENDER_CQL_NODES: server,
    KALENDER_CQL_REPLICATION: '1',
    KALENDER_REDIS_URL: needed('KALENDER_TEST_REDIS'),
    ...(isElsewhere ? {} : { KALENDER_CQL_KEYSPACE: await takeKeyspace(server) }),
  };
}

/** Once no process uses it any more. */
export function releaseEngine({
  KALENDER_CQL_NODES: server,
  KALENDER_CQL_KEYSPACE: keyspace,
}: Engine) {
  if (server && keyspace) releaseKeyspace(server, keyspace);
}
