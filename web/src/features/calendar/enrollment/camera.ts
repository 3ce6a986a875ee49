/** The phone's camera as a reader of codes, where the browser has one. */

type Detected = { rawValue: string };
type Detector = { detect: (source: HTMLVideoElement) => Promise<Detected[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

export const canRead = (): boolean =>
  detectorClass() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

/** A look takes some of the phone's power. */
const LOOK_MS = 250;

/** Tells each code that the camera sees, until it is stopped. Fails where the camera may not be used. */
export async function readCodes(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const Reader = detectorClass();
  if (!Reader) return;
  const reader = new Reader({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop, { once: true });
  video.srcObject = stream;
  await video.play();
  while (!signal.aborted) {
    // A picture that is not there yet is none to read.
    const found = await reader.detect(video).catch(() => []);
    for (const { rawValue } of found) if (!signal.aborted && rawValue) onCode(rawValue);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
