import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { eventTexts as texts } from '@/texts/calendar.ts';
import { CALENDAR } from '../paths.ts';

export function NoSuchEvent() {
  usePageTitle(texts.missing);
  return (
    <EmptyState page title={texts.missing} text={texts.missingText}>
      <Button component={Link} to={CALENDAR}>
        {texts.back}
      </Button>
    </EmptyState>
  );
}
