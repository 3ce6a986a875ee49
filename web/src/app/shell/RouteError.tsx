import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFoundPage } from '@/app/routes/NotFoundPage.tsx';
import { EmptyState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { errorTexts } from '@/texts/errors.ts';

/** In the place of a page that broke or could not be fetched; the rest of the shell stays. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <Broken error={error} />;
}

function Broken({ error }: { error: unknown }) {
  const online = useOnline();
  usePageTitle(errorTexts.title);
  useEffect(() => console.error(error), [error]);
  return (
    <EmptyState
      page
      title={errorTexts.title}
      text={online ? errorTexts.pageBroken : errorTexts.partOffline}
    >
      <Button onClick={() => window.location.reload()}>{errorTexts.reload}</Button>
      <Button variant="default" component="a" href="/">
        {errorTexts.home}
      </Button>
    </EmptyState>
  );
}
