/**
 * Files on their way to the server, in as many goes as the line needs (tus 1.0.0): what has come before a cut stays there, and
 * the same file goes on from there, however long after.
 */
import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { ApiError, errorFrom } from './ApiError.ts';
import { api, report } from './client.ts';
import type { Attachment, Success, UploadState } from './types.ts';

/** Files at once; the others wait for their turn. The server takes one more of a person. */
const AT_ONCE = 3;
/** What is no larger (bytes) goes with the call that begins it. */
const SMALL = 256 * 1024;
/**
 * Bytes of one call. Browsers send a call's whole body once more by themselves where a line that they had used before is cut, and
 * hear of the server's no only at its end: so much is lost at most.
 */
const PART = 4 * 1024 * 1024;
/**
 * Pauses (ms) before it goes on by itself; counted anew once more has come. Not at once: the server is to have noticed the cut
 * and put away what came before it.
 */
const PAUSES = [500, 1_000, 3_000, 5_000, 10_000];
/** Seconds until another try makes sense where somebody else seems to bring the same. */
const AGAIN = 5;

/** What has begun and is no attachment yet, by its file: another try goes on with it. */
const begun = new WeakMap<File, Upload>();

let free = AT_ONCE;
const queue: (() => void)[] = [];

function turn(): Promise<void> {
  if (free === 0) return new Promise((come) => queue.push(come));
  free -= 1;
  return Promise.resolve();
}

function over() {
  const next = queue.shift();
  if (next) next();
  else free += 1;
}

/**
 * Brings a file, or the rest of it. `path`: where uploads begin; `progress`: of 1. Who gives up by `signal` takes back what has
 * come. Rejects with an ApiError; one of status 0 where the server was not reached or it was given up.
 */
export async function upload(
  path: string,
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  await turn();
  try {
    if (signal.aborted) throw new ApiError(0, {});
    const attachment = await became(await bring(path, file, progress, signal));
    begun.delete(file);
    return attachment;
  } finally {
    over();
  }
}

/** Where a whole upload is, and what its creation said if that was all there was to say. */
type Whole = { address: string; answer: HttpResponse };

async function became({ address, answer }: Whole): Promise<Attachment> {
  const said = answer.getStatus() === 201 ? answer.getBody() : '';
  const state = said
    ? (JSON.parse(said) as Success<UploadState>)
    : await api.get<Success<UploadState>>(address, { quiet: true });
  if (!state.data.attachment) throw new ApiError(0, {});
  return state.data.attachment;
}

function bring(
  path: string,
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<Whole> {
  return new Promise((done, failed) => {
    const going = begun.get(file) ?? made(path, file);
    begun.set(file, going);
    signal.addEventListener('abort', () => {
      // Also of one that is stuck. What is not taken back now runs out by itself.
      if (begun.delete(file)) going.abort(true).catch(() => {});
      failed(new ApiError(0, {}));
    });
    going.options.onProgress = (sent, total) => progress(total ? sent / total : 0);
    going.options.onSuccess = ({ lastResponse }) => {
      done({ address: new URL(going.url ?? path, location.href).pathname, answer: lastResponse });
    };
    going.options.onError = async (error) => {
      const refusal = await refusalOf(error);
      // What was refused for good is no more; neither is what its time was over for, and that begins anew.
      if (!refusal.isTransient) begun.delete(file);
      if (refusal.status === 404 && going.url) {
        bring(path, file, progress, signal).then(done, failed);
        return;
      }
      // Where it is shown is beside the file; that the session is over is no file's matter.
      report(refusal, path, true);
      failed(refusal);
    };
    going.start();
  });
}

function made(path: string, file: File): Upload {
  const going: Upload = new Upload(file, {
    endpoint: new URL(path, location.href).href,
    metadata: { filename: file.name },
    headers: { accept: 'application/json' },
    // Files are not kept over a reload, so neither is where they were.
    storeFingerprintForResuming: false,
    uploadDataDuringCreation: file.size <= SMALL,
    chunkSize: PART,
    retryDelays: PAUSES,
    onShouldRetry: (error) => navigator.onLine && mayPass(error),
    // Without it an answer that may pass does not begin the file anew.
    onUploadUrlAvailable: () => {
      going.options.endpoint = null;
    },
  });
  return going;
}

/** Whether it is the line's doing. What the server says itself (busy, too many) is told, and tried again from there. */
function mayPass({ originalResponse: answer }: DetailedError): boolean {
  const status = answer?.getStatus() ?? 0;
  return [0, 408, 502, 504].includes(status) || (status === 409 && isElsewhere(answer));
}

/** It has come further, or less far, than was thought here; what is asked next says how far. */
const isElsewhere = (answer: HttpResponse | null) => !!answer?.getBody().includes('MOVED_ON');

async function refusalOf(error: Error): Promise<ApiError> {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer || answer.getStatus() < 400) return new ApiError(0, {});
  const header = (name: string) => answer.getHeader(name) ?? '';
  const refusal = await errorFrom(
    new Response(answer.getBody(), {
      status: answer.getStatus(),
      headers: { 'content-type': header('content-type'), 'retry-after': header('retry-after') },
    }),
  );
  return isElsewhere(answer) ? new ApiError(503, refusal.problem, AGAIN) : refusal;
}
