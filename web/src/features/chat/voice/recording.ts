/** One recording from the microphone, until it is a file or is thrown away. */
import { BIT_RATE, recordedType, voiceName } from './voice.ts';

/** Why there is none. */
export type Trouble = 'denied' | 'missing' | 'busy';

export function troubleOf(error: unknown): Trouble {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** Asks for the microphone, and begins. Rejects as `getUserMedia` and `MediaRecorder` do. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  try {
    const mimeType = recordedType((type) => MediaRecorder.isTypeSupported(type));
    return new Recording(
      stream,
      new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BIT_RATE }),
    );
  } catch (error) {
    letGo(stream);
    throw error;
  }
}

/** The browser shows no longer that the page listens. */
function letGo(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

export class Recording {
  readonly stream: MediaStream;
  /** Settled once nothing more is recorded, also when the microphone has been unplugged. */
  readonly over: Promise<void>;
  #recorder: MediaRecorder;
  #pieces: Blob[] = [];
  /** Milliseconds before `#since`; none while paused. */
  #before = 0;
  #since: number | null = performance.now();

  constructor(stream: MediaStream, recorder: MediaRecorder) {
    this.stream = stream;
    this.#recorder = recorder;
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) this.#pieces.push(data);
    });
    this.over = new Promise((done) => {
      recorder.addEventListener('stop', () => done(), { once: true });
    });
    recorder.start(1000);
  }

  /** Recorded so far, without pauses. */
  get seconds(): number {
    return (this.#before + (this.#since === null ? 0 : performance.now() - this.#since)) / 1000;
  }

  pause() {
    if (this.#recorder.state !== 'recording') return;
    this.#recorder.pause();
    this.#before = this.seconds * 1000;
    this.#since = null;
  }

  resume() {
    if (this.#recorder.state !== 'paused') return;
    this.#recorder.resume();
    this.#since = performance.now();
  }

  /** Ends it. None: nothing came. */
  async finish(): Promise<File | null> {
    this.#before = this.seconds * 1000;
    this.#since = null;
    this.drop();
    await this.over;
    if (this.#pieces.length === 0) return null;
    const { mimeType } = this.#recorder;
    const type = mimeType.replace(/;.*/, '');
    return new File(this.#pieces, voiceName(new Date(), mimeType), { type });
  }

  /** Ends it without a file, at once. */
  drop() {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    letGo(this.stream);
  }
}
