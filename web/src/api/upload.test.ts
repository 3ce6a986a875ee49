import { afterEach, describe, expect, it, vi } from 'vitest';
import { isSignedIn } from '@/lib/session.ts';
import { upload } from './upload.ts';

const ROOM = '/api/v1/chat/channels/5/uploads';
const PLACE = '/api/v1/chat/uploads/7';

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  size: number;
}
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}
/** What is answered; null: the line is dead. A promise that stays open: nothing yet. */
type Server = (call: Call) => Answer | null | Promise<never>;

/** The browser's part, with a server behind it; answers all calls that were made. */
function serves(server: Server): Call[] {
  const calls: Call[] = [];
  class Request {
    status = 0;
    responseText = '';
    upload = {};
    onload: (() => void) | null = null;
    onerror: ((error: Error) => void) | null = null;
    private call: Call = { method: '', path: '', headers: {}, size: 0 };
    private answered: Record<string, string> = {};
    open(method: string, url: string) {
      this.call = { method, path: new URL(url).pathname, headers: {}, size: 0 };
    }
    setRequestHeader(name: string, value: string) {
      this.call.headers[name.toLowerCase()] = value;
    }
    getResponseHeader = (name: string) => this.answered[name.toLowerCase()] ?? null;
    abort() {}
    async send(body: Blob | null) {
      this.call.size = body?.size ?? 0;
      calls.push(this.call);
      const answer = await server(this.call);
      if (!answer) {
        this.onerror?.(new Error('the line is dead'));
        return;
      }
      this.status = answer.status;
      this.answered = { 'content-type': 'application/json', ...answer.headers };
      this.responseText = answer.body === undefined ? '' : JSON.stringify(answer.body);
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return calls;
}

/** What GET says of a whole upload. */
function whole(id = 7) {
  const body = { success: true, data: { id, attachment: { id, name: 'a.txt' } } };
  const fetched = vi.fn(async () => new Response(JSON.stringify(body)));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const created: Answer = { status: 201, headers: { location: PLACE, 'upload-offset': '0' } };
const at = (offset: number): Answer => ({
  status: 204,
  headers: { 'upload-offset': `${offset}`, 'upload-length': `${LARGE}` },
});

const LARGE = 1_000_000;
const large = () => new File(['x'.repeat(LARGE)], 'Årsmöte.txt');
const small = (text = 'a') => new File([text], 'a.txt');
const bring = (file: File, stop = new AbortController(), told: (part: number) => void = () => {}) =>
  upload(ROOM, file, told, stop.signal);

afterEach(() => vi.unstubAllGlobals());

describe('a file on its way [shell 7.9 8.1]', () => {
  it('ends the session on this device where the server says that it is over', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'kalender_jwt_present=1';
    serves(() => ({ status: 401, body: { code: 'UNAUTHENTICATED', message: 'Logga in.' } }));
    await expect(bring(small())).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(isSignedIn()).toBe(false);
  });

  it('that is refused is told by who brought it, and nothing else happens', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'kalender_jwt_present=1';
    serves(() => ({ status: 413, body: { code: 'TOO_LARGE', message: 'Filen är för stor.' } }));
    await expect(bring(small())).rejects.toMatchObject({
      status: 413,
      message: 'Filen är för stor.',
    });
    expect(isSignedIn()).toBe(true);
  });

  it('goes in one call where it is small', async () => {
    const attachment = { id: 7, name: 'a.txt' };
    const body = { success: true, data: { id: 7, attachment } };
    const fetched = whole();
    const calls = serves(() => ({
      status: 201,
      headers: { location: PLACE, 'upload-offset': '1' },
      body,
    }));
    await expect(bring(small())).resolves.toEqual(attachment);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${ROOM}`]);
    expect(calls[0]).toMatchObject({ size: 1, headers: { 'tus-resumable': '1.0.0' } });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says its name and how far it has come', async () => {
    whole();
    const calls = serves(({ method }) => (method === 'POST' ? created : at(LARGE)));
    const told: number[] = [];
    await bring(large(), new AbortController(), (part) => told.push(part));
    expect(calls[0]?.headers['upload-metadata']).toBe(`filename ${btoa('Ã\x85rsmÃ¶te.txt')}`);
    expect(told.at(-1)).toBe(1);
  });

  it('that is cut goes on from where the server has it, and is asked for once it is whole', async () => {
    const fetched = whole();
    let cuts = 2;
    const calls = serves(({ method, headers }) => {
      if (method === 'POST') return created;
      if (method === 'HEAD') return at(cuts === 1 ? 400_000 : 700_000);
      if (cuts > 0) {
        cuts -= 1;
        return null;
      }
      return at(Number(headers['upload-offset']) + 300_000);
    });
    await expect(bring(large())).resolves.toMatchObject({ id: 7 });
    expect(calls.map(({ method, size }) => [method, size])).toEqual([
      ['POST', 0],
      ['PATCH', LARGE],
      ['HEAD', 0],
      ['PATCH', 600_000],
      ['HEAD', 0],
      ['PATCH', 300_000],
    ]);
    expect(fetched).toHaveBeenCalledWith(PLACE, expect.anything());
  });

  it('that is large goes in parts', async () => {
    whole();
    const size = 10 * 1024 * 1024;
    let come = 0;
    const calls = serves(({ method, size: part }) => {
      if (method === 'POST') return created;
      come += part;
      return at(come);
    });
    await bring(new File([new Uint8Array(size)], 'film.mp4'));
    const parts = calls.filter(({ method }) => method === 'PATCH');
    expect(parts.map(({ headers }) => Number(headers['upload-offset']))).toEqual([
      0,
      4 * 1024 * 1024,
      8 * 1024 * 1024,
    ]);
    expect(come).toBe(size);
  });

  it('whose last answer was lost is found, and not brought again', async () => {
    whole();
    const calls = serves(({ method }) => {
      if (method === 'POST') return created;
      return method === 'PATCH' ? null : at(LARGE);
    });
    await expect(bring(large())).resolves.toMatchObject({ id: 7 });
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'HEAD']);
  });

  it('that waits for the network goes on with the same upload when it is tried again', async () => {
    whole();
    let online = false;
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
    const calls = serves(({ method }) => {
      if (method === 'POST') return created;
      if (method === 'HEAD') return at(900_000);
      return online ? at(LARGE) : null;
    });
    const file = large();
    await expect(bring(file)).rejects.toMatchObject({ status: 0 });
    online = true;
    await expect(bring(file)).resolves.toMatchObject({ id: 7 });
    expect(calls.map(({ method, size }) => [method, size])).toEqual([
      ['POST', 0],
      ['PATCH', LARGE],
      ['HEAD', 0],
      ['PATCH', 100_000],
    ]);
  });

  it('does not begin anew because the server is busy, and does when its time is over', async () => {
    whole();
    let state: 'busy' | 'over' | 'new' = 'busy';
    const calls = serves(({ method }) => {
      if (method === 'POST') return created;
      if (method === 'PATCH' && state === 'new') return at(LARGE);
      if (state === 'busy') {
        return { status: 503, headers: { 'retry-after': '5' }, body: { code: 'BUSY' } };
      }
      state = 'new';
      return { status: 404 };
    });
    const file = large();
    for (let times = 0; times < 2; times += 1) {
      await expect(bring(file)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    }
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'HEAD']);
    state = 'over';
    await expect(bring(file)).resolves.toMatchObject({ id: 7 });
    expect(calls.slice(3).map(({ method }) => method)).toEqual(['HEAD', 'POST', 'PATCH']);
  });

  it('that is given up is taken back, also while it is stuck', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const calls = serves(({ method }) => {
      if (method === 'POST') return created;
      return method === 'PATCH' ? null : { status: 204 };
    });
    const stop = new AbortController();
    await expect(bring(large(), stop)).rejects.toMatchObject({ status: 0 });
    stop.abort();
    await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: PLACE }));
  });

  it('goes beside two others, and the rest wait for their turn', async () => {
    whole();
    const open: (() => void)[] = [];
    const calls = serves(() => new Promise<never>((done) => open.push(() => done(null as never))));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const all = ['a', 'b', 'c', 'd'].map((text) => bring(small(text)).catch(() => {}));
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    open[0]?.();
    await vi.waitFor(() => expect(calls).toHaveLength(4));
    for (const answer of open) answer();
    await Promise.all(all);
  });
});
