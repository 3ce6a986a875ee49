import { paintChat } from '../chat.ts';
import { run } from '../stay.ts';

run(paintChat, (app) => app.querySelector('[data-row-key]') !== null);
