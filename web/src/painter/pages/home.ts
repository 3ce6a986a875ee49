import { paintHome } from '../home.ts';
import { run } from '../stay.ts';

run(
  paintHome,
  (app) =>
    app.querySelector('main h1') !== null &&
    app.querySelector('main section[aria-busy="false"]') !== null,
);
