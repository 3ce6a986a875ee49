/** A file that comes in several goes, by the client of the protocol's own makers (tus-js-client): each go at another of two nodes. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Upload } from 'tus-js-client';
import { Cluster, twoOn } from '../harness/cluster.ts';
import type { Server } from '../harness/server.ts';

const MIB = 1024 * 1024;
const PART = 2 * MIB;

const names = ['anna', 'bo', 'siv'] as const;

interface State {
  data: { offset: number; attachment?: { id: number; url: string } };
}

describe('an upload of two nodes', { timeout: 300_000 }, () => {
  const files = mkdtempSync(join(tmpdir(), 'kalender-files-'));
  const whole = randomBytes(3 * PART + 17);
  let cluster: Cluster<(typeof names)[number]>;
  let channel: number;

  before(async () => {
    cluster = await Cluster.with(names, { ...twoOn, KALENDER_FILES: files });
    const { anna, bo } = cluster.people;
    const org = await anna.found('Skolan');
    await anna.relate(org.id, bo, 'MEMBER');
    channel = org.general;
  });
  after(async () => {
    await cluster?.dispose();
    rmSync(files, { recursive: true, force: true });
  });

  /** Goes on at a node, to the end or until so many bytes are there; answers the upload's path. */
  const go = (node: Server, path: string | null, until = Number.POSITIVE_INFINITY) =>
    new Promise<string>((done, failed) => {
      const rooms = `${node.url}/api/v1/chat/channels/${channel}/uploads`;
      const where = () => new URL(going.url ?? '').pathname;
      const going: Upload = new Upload(whole, {
        ...(path ? { uploadUrl: node.url + path } : { endpoint: rooms }),
        headers: { authorization: `Bearer ${cluster.people.anna.token}` },
        metadata: { filename: 'schema.bin' },
        chunkSize: PART,
        retryDelays: null,
        storeFingerprintForResuming: false,
        onChunkComplete: (_, accepted) => {
          if (accepted >= until) void going.abort().then(() => done(where()), failed);
        },
        onSuccess: () => done(where()),
        onError: failed,
      });
      going.start();
    });

  const bytes = async (node: Server, person: 'anna' | 'bo' | 'siv', url: string) => {
    const { token } = cluster.people[person];
    const answer = await fetch(node.url + url, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  };

  it('goes on at the other node, also where the one that had it is killed, and is whole on both', async () => {
    const { a, b } = cluster;
    const { anna, bo, siv } = cluster.people;
    const path = await go(a, null, PART);
    await go(b, path, 2 * PART);
    // Others' uploads are nobody's.
    for (const other of [bo, siv]) assert.equal((await other.at(a).ask('GET', path)).status, 404);
    await b.kill();
    assert.equal((await anna.at(a).call<State>('GET', path)).data.offset, 2 * PART);
    await go(a, path);

    const { data } = await anna.at(a).call<State>('GET', path);
    assert.ok(data.attachment, 'it became a file');
    const { id, url } = data.attachment;
    const said = { content: 'Schemat', attachmentIds: [id] };
    const messages = `/api/v1/chat/channels/${channel}/messages`;
    assert.equal((await bo.at(a).ask('POST', messages, said)).status, 422);
    await anna.at(a).call('POST', messages, said);
    await b.start();
    for (const node of [a, b]) {
      for (const person of ['anna', 'bo'] as const) {
        const { status, body } = await bytes(node, person, url);
        assert.equal(status, 200);
        assert.ok(body.equals(whole), 'the bytes are what they were');
      }
      assert.equal((await bytes(node, 'siv', url)).status, 404);
    }
  });
});
