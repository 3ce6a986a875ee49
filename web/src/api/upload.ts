/** A file on its way to the server, with what fetch does not tell: how far it has come. */
import { ApiError, errorFrom } from './ApiError.ts';
import { report } from './client.ts';

/** `progress`: of 1. Rejects with an ApiError; one of status 0 where the server was not reached or it was given up. */
export function upload<T>(
  path: string,
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) {
        done(JSON.parse(request.responseText) as T);
        return;
      }
      const answer = new Response(request.responseText, {
        status: request.status,
        headers: {
          'content-type': request.getResponseHeader('content-type') ?? '',
          'retry-after': request.getResponseHeader('retry-after') ?? '',
        },
      });
      errorFrom(answer).then((error) => {
        // Where it is shown is beside the file; that the session is over is no file's matter.
        report(error, path, true);
        failed(error);
      }, failed);
    };
    const away = () => failed(new ApiError(0, {}));
    request.onerror = away;
    request.ontimeout = away;
    request.onabort = away;
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
