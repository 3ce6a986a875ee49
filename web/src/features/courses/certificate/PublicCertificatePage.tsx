import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { certificateTexts as texts } from '@/texts/quiz.ts';
import { COURSES } from '../paths.ts';
import { publicCertificateQuery } from './api.ts';
import classes from './certificate.module.css';
import { Paper } from './Paper.tsx';

/** /klyftig/intyg/{code}: whoever has the code sees that a certificate is genuine. */
export default function PublicCertificatePage() {
  const { code = '' } = useParams();
  const { data, error, refetch } = useQuery(publicCertificateQuery(code));
  usePageTitle(data ? `${texts.title}: ${data.name}` : texts.title);
  if (data) {
    return (
      <div className={classes.page}>
        <h1 tabIndex={-1}>{texts.genuine}</h1>
        <p>{texts.genuineText}</p>
        <Paper certificate={data} />
      </div>
    );
  }
  if (data === null) {
    return (
      <EmptyState page {...texts.gone} icon={<IconCertificate size={28} stroke={1.5} />}>
        <Button component={Link} to={COURSES} variant="default">
          {texts.toCourses}
        </Button>
      </EmptyState>
    );
  }
  return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
}
