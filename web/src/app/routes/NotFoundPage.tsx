import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { shellTexts } from '@/texts/shell.ts';

export function NotFoundPage() {
  const { title, text, home } = shellTexts.notFound;
  usePageTitle(title);
  return (
    <EmptyState page title={title} text={text} icon={<IconMapQuestion size={28} stroke={1.5} />}>
      <Button component={Link} to="/">
        {home}
      </Button>
    </EmptyState>
  );
}
