/**
 * The first page of a PDF as a picture, drawn here: no server and no other origin has to do with it. What is in such a file is a
 * stranger's, so nothing of it runs: no script, no forms, no wasm, fonts as plain shapes (the page's policy lets nothing else), and
 * time and pixels are bounded. The legacy build, for the browsers that the rest of the page is for.
 */
import { AnnotationMode, GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Longest that a file may take from its bytes to its picture (ms). */
const PATIENCE = 15_000;
/** Most pixels of a picture in the file. */
const PIXELS_MAX = 16_000_000;

GlobalWorkerOptions.workerSrc = worker;

/** The first page, that wide (pixels), as the address of a JPEG. Rejects for what is no PDF, encrypted, or takes too long. */
export async function drawFirstPage(url: string, width: number): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const task = getDocument({
    data: new Uint8Array(await answer.arrayBuffer()),
    useWasm: false,
    disableFontFace: true,
    enableXfa: false,
    useWorkerFetch: false,
    maxImageSize: PIXELS_MAX,
    verbosity: 0,
  });
  const late = setTimeout(() => task.destroy(), PATIENCE);
  try {
    const page = await (await task.promise).getPage(1);
    const whole = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: width / whole.width });
    const canvas = document.createElement('canvas');
    canvas.width = width;
    // What stands in the row is the page's head: a roll of paper costs no more than a page.
    canvas.height = Math.min(Math.ceil(viewport.height), width * 2);
    const annotationMode = AnnotationMode.DISABLE;
    await page.render({ canvas, viewport, annotationMode, background: '#ffffff' }).promise;
    const picture = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/jpeg', 0.85),
    );
    if (!picture) throw new Error('no picture');
    return URL.createObjectURL(picture);
  } finally {
    clearTimeout(late);
    await task.destroy();
  }
}
