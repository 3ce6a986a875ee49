import type { QueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { RouterProvider, type RouterProviderProps } from 'react-router/dom';
import { Providers } from './providers/Providers.tsx';

type AppProps = { client: QueryClient; router: RouterProviderProps['router'] };

export function App({ client, router }: AppProps) {
  // Whoever waits for the app in a drawn page (scripts/starter.ts).
  useEffect(() => void dispatchEvent(new Event('kalender-ready')), []);
  return (
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}
