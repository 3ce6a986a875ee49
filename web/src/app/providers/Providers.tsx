import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { theme } from '@/app/theme/theme.ts';
import { useIdle } from '@/lib/whenIdle.ts';
import '@/app/theme/styles.ts';

const loadToasts = () => import('@/components/ToastStack.tsx');
// A page without them is better than none.
const ToastStack = lazy(() => loadToasts().catch(() => ({ default: () => <></> })));

/**
 * The stack, once the page is idle; what is said before that waits in its queue. Its code is
 * fetched at once: that the network is gone is a thing to say, too.
 */
function Toasts() {
  useEffect(() => {
    // Without it the stack itself tries again.
    loadToasts().catch(() => {});
  }, []);
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
