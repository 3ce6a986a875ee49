/** A finger's Enter is a new line: there is no Shift beside it. */
export const isTouch = () => globalThis.matchMedia?.('(pointer: coarse)').matches === true;
