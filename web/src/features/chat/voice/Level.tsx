import { useEffect, useRef } from 'react';
import classes from './voice.module.css';

const BARS = 24;
/** Milliseconds from one bar to the next. */
const BEAT = 80;
/** Of the loudest there is: quiet speech fills half the height. */
const LOUD = 0.25;

/** How loud it has been in the last two seconds: one sees that one is heard. It stands still for who wants no motion. */
export function Level({ stream, still }: { stream: MediaStream; still: boolean }) {
  const line = useRef<HTMLDivElement>(null);
  const paused = useRef(still);
  useEffect(() => {
    paused.current = still;
  }, [still]);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const levels = new Array<number>(BARS).fill(0);
    const timer = setInterval(() => {
      if (paused.current) return;
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
      levels.shift();
      levels.push(Math.min(1, Math.sqrt(Math.sqrt(power) / LOUD)));
      levels.forEach((level, index) => {
        const bar = line.current?.children[index] as HTMLElement | undefined;
        bar?.style.setProperty('--level', level.toFixed(2));
      });
    }, BEAT);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);

  return (
    <div ref={line} className={classes.level} aria-hidden="true">
      {Array.from({ length: BARS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <i key={index} />
      ))}
    </div>
  );
}
