import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { RouterProvider, type RouterProviderProps } from 'react-router/dom';
import { Providers } from './providers/Providers.tsx';

type AppProps = { client: QueryClient; router: RouterProviderProps['router'] };

export function App({ client, router }: AppProps) {
  return (
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}
