/** For `node --import`: '@/…' is the web app's own code, as its builder has it. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, context, next) =>
    next(
      name.startsWith('@/') ? new URL(`../../src/${name.slice(2)}`, import.meta.url).href : name,
      context,
    ),
});
