import { useEffect } from 'react';

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
    update();
    viewport.addEventListener('resize', update);
    return () => {
      viewport.removeEventListener('resize', update);
      root.style.removeProperty('--vvh');
    };
  }, []);
}
