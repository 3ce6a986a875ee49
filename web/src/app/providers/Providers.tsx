import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { theme } from '@/app/theme/theme.ts';
import { idlePart } from '@/lib/idlePart.tsx';
import '@/app/theme/styles.ts';

/** Fetched at once: that the network is gone is a thing to say, too. What is said before it is drawn waits in its queue. */
const ToastStack = idlePart(() => import('@/components/ToastStack.tsx'));

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
        <ToastStack />
      </QueryClientProvider>
    </MantineProvider>
  );
}
