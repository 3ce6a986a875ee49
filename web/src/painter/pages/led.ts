import { paintLed } from '../led.ts';
import { run } from '../stay.ts';

run(
  paintLed,
  (app) =>
    app.querySelector('#share') !== null && app.querySelector('[data-tour="admin-bar"]') !== null,
);
