// Writes date-holidays-se.json anew: what the npm package date-holidays says of Sweden, for the tests of actors/src/days.
//
//   npm install --no-save --prefix /tmp/date-holidays date-holidays@3.37.0
//   NODE_PATH=/tmp/date-holidays/node_modules node actors/tests/days/expected.mjs > actors/tests/days/date-holidays-se.json
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(process.env.NODE_PATH ?? '.', 'x.js'));
const Holidays = require('date-holidays');
const { version } = require('date-holidays/package.json');

const sweden = new Holidays('SE', { languages: ['sv'], timezone: 'Europe/Stockholm' });
const years = {};
for (let year = 2020; year <= 2030; year++) {
  years[year] = sweden.getHolidays(year).map(({ date, name, type }) => [date.slice(0, 10), name, type]);
}
const lines = Object.entries(years).map(([year, days]) => {
  return `    "${year}": [\n${days.map((day) => `      ${JSON.stringify(day)}`).join(',\n')}\n    ]`;
});
console.log(`{\n  "package": "date-holidays ${version}",\n  "years": {\n${lines.join(',\n')}\n  }\n}`);
