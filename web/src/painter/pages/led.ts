import { paintLed } from '../led.ts';
import { run } from '../stay.ts';

/** The way into the chat is asked for by itself: without it the other buttons stand elsewhere. */
const BUTTONS = 'main [data-tour="org-head"] :is(a, button)';

run(
  paintLed,
  (app) =>
    app.querySelector('[data-tour="admin-bar"]') !== null &&
    app.querySelectorAll(BUTTONS).length >=
      document.querySelectorAll(`[data-frame] ${BUTTONS}`).length,
);
