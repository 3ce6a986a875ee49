/**
 * Pages that are the same for everybody who is not signed in, drawn when the app is built: their
 * texts are on the screen before any script is. The app then takes over what stands there.
 */
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router';
import { App } from './app/App.tsx';
import { createQueryClient } from './app/providers/queryClient.ts';
import { routes, settled } from './app/router.tsx';
import { infoPaths } from './content/paths.ts';

export const drawnPaths = ['/', '/login', '/signup', ...infoPaths];

/** The markup of a path, as the app itself would draw it. */
export async function draw(path: string): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await settled(router);
  const { prelude } = await prerender(<App client={createQueryClient()} router={router} />, {
    onError: (error) => {
      throw error;
    },
  });
  router.dispose();
  return new Response(prelude).text();
}
