/** The store that the servers under test use: KALENDER_TEST_STORE, `sqlite` (default) or `cql`. A server on `cql` is one of
 * many nodes as far as it knows: it has a Redis as well. `make test-live` starts both and sets what is read here. */

export type Engine = NodeJS.ProcessEnv;

let keyspaces = 0;

const needed = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`KALENDER_TEST_STORE is cql, so ${name} is needed`);
  return value;
};

export const store = process.env.KALENDER_TEST_STORE || 'sqlite';
if (store !== 'sqlite' && store !== 'cql') throw new Error(`KALENDER_TEST_STORE=${store}?`);

/** Whether recovery repeats what lies shortly before a cursor, as it does with many nodes. */
export const repeats = store === 'cql';

/** A store of its own for an installation. */
export function engine(): Engine {
  if (store === 'sqlite') return {};
  return {
    KALENDER_STORE: 'cql',
    KALENDER_CQL_NODES: needed('KALENDER_TEST_CQL'),
    KALENDER_CQL_KEYSPACE: `live_${process.pid}_${++keyspaces}`,
    KALENDER_CQL_REPLICATION: '1',
    KALENDER_REDIS_URL: needed('KALENDER_TEST_REDIS'),
  };
}
