/** For `node --import`: '@/…' is the web app's own code, as its builder has it; a style sheet says nothing here. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, context, next) =>
    next(
      name.startsWith('@/') ? new URL(`../../src/${name.slice(2)}`, import.meta.url).href : name,
      context,
    ),
  load: (url, context, next) =>
    url.endsWith('.css')
      ? { format: 'module', source: 'export default {};', shortCircuit: true }
      : next(url, context),
});
