import { describe, expect, it, vi } from 'vitest';
import { isSignedIn } from '@/lib/session.ts';
import { upload } from './upload.ts';

/** The browser's part: answers as a server would. */
function answers(status: number, body: unknown) {
  class Request {
    status = status;
    responseText = JSON.stringify(body);
    upload = {};
    onload: (() => void) | null = null;
    open() {}
    setRequestHeader() {}
    getResponseHeader = (name: string) => (name === 'content-type' ? 'application/json' : null);
    send() {
      queueMicrotask(() => this.onload?.());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
}

const bring = () =>
  upload('/api/v1/x', new File(['a'], 'a.txt'), () => {}, new AbortController().signal);

describe('a file on its way [shell 7.9 8.1]', () => {
  it('ends the session on this device where the server says that it is over', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'kalender_jwt_present=1';
    answers(401, { code: 'UNAUTHENTICATED', message: 'Logga in.' });
    await expect(bring()).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(isSignedIn()).toBe(false);
  });

  it('that is refused is told by who brought it, and nothing else happens', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'kalender_jwt_present=1';
    answers(413, { code: 'TOO_LARGE', message: 'Filen är för stor.' });
    await expect(bring()).rejects.toMatchObject({ status: 413, message: 'Filen är för stor.' });
    expect(isSignedIn()).toBe(true);
  });
});
