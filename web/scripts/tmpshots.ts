import { chromium } from '@playwright/test';
import { pastTheWelcome, signedIn } from '../e2e/harness/session.ts';
import { Person } from '../live/harness/person.ts';
import { Server } from '../live/harness/server.ts';
import config from '../playwright.config.ts';
const server = await Server.prepare();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const said = server.command('demo');
  const password = /^Password: (.+)$/m.exec(said)?.[1] ?? '';
  await server.start();
  const anna = await Person.signIn(server, 'anna@demo.kalender.example', password);
  const mine = await anna.call<any>('GET', '/api/v1/courses/mine');
  const pub = await anna.call<any>('GET', '/api/public/courses');
  console.log(JSON.stringify(mine).slice(0, 400), JSON.stringify(pub).slice(0, 300));
  const ws = await anna.call<any>('GET', '/api/v1/me/entities').catch((e) => (console.log(String(e)), null));
  console.log(JSON.stringify(ws)?.slice(0, 300));
  const id = (mine.content[0] ?? pub.content[0])?.idCourse;
  const out = await anna.call<any>('GET', `/api/v1/courses/${id}/modules`).catch((e) => console.log(String(e)));
  const lesson = out?.modules?.[0]?.lessons?.[0]?.idLesson ?? out?.content?.[0]?.lessons?.[0]?.idLesson;
  console.log(JSON.stringify(out).slice(0, 300));
  const paths: Record<string, string> = { courses: '/klyftig', course: `/klyftig/${id}`, edit: `/klyftig/admin/redigera/${id}`, invite: `/${process.env.SLUG ?? 'ekbackens-skola'}/inbjudningar`, board: '/uppgifter' };
  if (lesson) paths.lesson = `/klyftig/${id}/lektion/${lesson}`;
  for (const [name, path] of Object.entries(paths))
    for (const [kind, options] of Object.entries({ phone: { viewport: { width: 360, height: 740 } }, desk: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const } })) {
      const context = await browser.newContext({ baseURL: server.url, locale: 'sv-SE', timezoneId: 'Europe/Stockholm', reducedMotion: 'reduce', ...options });
      await pastTheWelcome(context);
      await signedIn(context, anna);
      const page = await context.newPage();
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/pics/${name}-${kind}.png` });
      await context.close();
    }
} finally {
  await browser.close();
  await server.dispose();
}
