import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { theme } from '@/app/theme/theme.ts';
import { useIdle } from '@/lib/whenIdle.ts';
import '@/app/theme/styles.ts';

const ToastStack = lazy(() => import('@/components/ToastStack.tsx'));

/** The stack's code, once the page is idle; what is said before that waits in its queue. */
function Toasts() {
  return (
    useIdle() && (
      <Suspense>
        <ToastStack />
      </Suspense>
    )
  );
}

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      // They stand in the stylesheet (scripts/themeCss.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
