import { useEffect } from 'react';
import { whenIdle } from '@/lib/whenIdle.ts';

/**
 * Sets --vvh to the height that a phone's keyboard leaves. Safari lays the keyboard over the
 * page instead of resizing it; where the browser resizes, 100dvh is right by itself.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const update = () => {
      // Zoomed in, the viewport is small without a keyboard.
      const covered = viewport.scale === 1 && window.innerHeight - viewport.height > 1;
      if (covered) root.style.setProperty('--vvh', `${viewport.height}px`);
      else root.style.removeProperty('--vvh');
    };
    // Asked at once, the page would have to be laid out in the middle of its first task; no keyboard is open yet.
    const stop = whenIdle(update);
    viewport.addEventListener('resize', update);
    return () => {
      stop();
      viewport.removeEventListener('resize', update);
      root.style.removeProperty('--vvh');
    };
  }, []);
}
