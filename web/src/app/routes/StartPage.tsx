import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { useSignedIn } from '@/lib/session.ts';
import type { StartPart } from '../routes.tsx';

export function StartPage() {
  const { signedIn, View } = useLoaderData<StartPart>();
  const { revalidate } = useRevalidator();
  // Signed in or out meanwhile, perhaps in another tab.
  const changed = useSignedIn() !== signedIn;
  useEffect(() => {
    if (changed) void revalidate();
  }, [changed, revalidate]);
  return changed ? null : <View />;
}
