import { type ReactNode, useEffect, useRef, useState } from 'react';
import { firstPage, known } from './firstPages.ts';
import classes from './PdfPage.module.css';

/** How near the window a row comes before its page is drawn. */
const NEAR = '300px';
/** Width of the picture in the row (px, of the style sheet). */
const WIDTH = 96;

/** The first page of a PDF, in the place that is kept for it; until it is there, and where there is none, `children`. */
export default function PdfPage({ url, children }: { url: string; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState(known(url));
  useEffect(() => {
    if (!place.current || known(url) !== undefined || !('IntersectionObserver' in window)) return;
    const gone = new AbortController();
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return;
        observer.disconnect();
        const width = WIDTH * Math.min(Math.ceil(window.devicePixelRatio), 2);
        firstPage(url, width, gone.signal).then((drawn) => {
          if (!gone.signal.aborted) setPicture(drawn);
        });
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => {
      gone.abort();
      observer.disconnect();
    };
  }, [url]);
  return (
    <span ref={place} className={classes.place}>
      {picture ? <img className={classes.picture} src={picture} alt="" /> : children}
    </span>
  );
}
