/** Keyspaces of the shared Cassandra: one for each installation, reused by the next.
 *
 * Creating all tables takes some ten seconds at first and longer the more tables the server has: each change of its schema is
 * hashed with all others. So a keyspace that is released is taken by whoever asks next, in this process or another, and what
 * was written to it is removed. */

import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'cassandra-driver';

/** Its tables with rows are emptied at the same time, this many. */
const AT_ONCE = 16;

let made = 0;

/** A folder of released keyspaces, one file each: taking one is renaming its file, which succeeds for one process only. */
function pool(server: string): string {
  const folder = join(tmpdir(), `kalender-keyspaces-${server.replaceAll(/\W/g, '-')}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const FREE = '.free';

function takeReleased(folder: string): string | undefined {
  for (const file of readdirSync(folder).filter((file) => file.endsWith(FREE))) {
    const name = file.slice(0, -FREE.length);
    try {
      renameSync(join(folder, file), join(folder, `${name}.taken`));
      return name;
    } catch (error) {
      // Another process took it first.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/** The name of an empty keyspace on `server` (host:port). */
export async function takeKeyspace(server: string): Promise<string> {
  const released = takeReleased(pool(server));
  const [host = '', port = ''] = server.split(':');
  const client = new Client({
    contactPoints: [host],
    protocolOptions: { port: Number(port) },
    localDataCenter: 'datacenter1',
    isMetadataSyncEnabled: false,
    socketOptions: { readTimeout: 120_000 },
  });
  try {
    if (released) {
      await empty(client, released);
      return released;
    }
    const name = `live_${process.pid}_${++made}`;
    // Not durable: this server is never started again on its data, and emptying a table is faster.
    await client.execute(
      `CREATE KEYSPACE ${name} WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 1} ` +
        'AND durable_writes = false',
    );
    return name;
  } finally {
    await client.shutdown();
  }
}

/** Lets the next one have it; no process may be using it any more. */
export function releaseKeyspace(server: string, name: string) {
  writeFileSync(join(pool(server), `${name}${FREE}`), '');
}

/** Removes all rows of all tables. */
async function empty(client: Client, keyspace: string) {
  const listed = await client.execute(
    'SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?',
    [keyspace],
  );
  const tables = listed.rows.map((row) => `${keyspace}.${row.get('table_name')}`);
  const emptyNext = async () => {
    for (let table = tables.pop(); table; table = tables.pop()) {
      const { rowLength } = await client.execute(`SELECT * FROM ${table} LIMIT 1`);
      if (rowLength > 0) await client.execute(`TRUNCATE ${table}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, emptyNext));
}
