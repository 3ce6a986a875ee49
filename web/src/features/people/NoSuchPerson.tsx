import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { peopleTexts } from '@/texts/people.ts';

export function NoSuchPerson() {
  usePageTitle(peopleTexts.notFoundTitle);
  return (
    <EmptyState
      page
      title={peopleTexts.notFoundTitle}
      text={peopleTexts.notFound}
      icon={<IconUserQuestion size={28} stroke={1.5} />}
    >
      <Button component={Link} to="/search?types=person">
        {peopleTexts.search}
      </Button>
      <Button component={Link} to="/" variant="default">
        {peopleTexts.home}
      </Button>
    </EmptyState>
  );
}
