import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { cssVariablesResolver, theme } from '@/app/theme/theme.ts';
import '@/app/theme/styles.ts';

const ToastStack = lazy(() => import('@/components/ToastStack.tsx'));

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
    >
      <QueryClientProvider client={client}>
        {children}
        <Suspense>
          <ToastStack />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
