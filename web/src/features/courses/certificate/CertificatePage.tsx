import { Button, TextInput } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { certificateTexts as texts } from '@/texts/quiz.ts';
import { COURSES, coursePath, idIn } from '../paths.ts';
import type { Certificate } from '../quiz/types.ts';
import { ownCertificateQuery, pdfPath } from './api.ts';
import classes from './certificate.module.css';
import { Paper } from './Paper.tsx';

/** /klyftig/{courseId}/intyg: one's own certificate of a course. */
export default function CertificatePage() {
  const id = idIn(useParams().courseId);
  const { data, error, refetch } = useQuery({
    ...ownCertificateQuery(id ?? 0),
    enabled: id !== null,
  });
  usePageTitle(texts.title);
  if (data && id !== null) return <Own certificate={data} course={id} />;
  const isRefused = error instanceof ApiError && (error.status === 409 || error.status === 403);
  if (data === null || id === null || isRefused) {
    const words = isRefused ? texts.notYet : texts.none;
    return (
      <EmptyState page {...words} icon={<IconCertificate size={28} stroke={1.5} />}>
        <Button component={Link} to={id === null ? COURSES : coursePath(id)}>
          {texts.toCourse}
        </Button>
      </EmptyState>
    );
  }
  return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
}

function Own({ certificate, course }: { certificate: Certificate; course: number }) {
  const address = window.location.origin + certificate.path;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ type: 'success', message: texts.copied }),
      () => toast({ type: 'error', message: texts.notCopied }),
    );
  return (
    <div className={classes.page}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <Paper certificate={certificate} />
      <div className={classes.actions}>
        <Button component="a" href={pdfPath(course)} download>
          {texts.pdf}
        </Button>
        <Button component={Link} to={coursePath(course)} variant="default">
          {texts.toCourse}
        </Button>
      </div>
      <section className={classes.share} aria-labelledby="certificate-share">
        <h2 id="certificate-share">{texts.publicPage}</h2>
        <p>{texts.publicHint}</p>
        <div className={classes.actions}>
          <TextInput
            readOnly
            className={classes.address ?? ''}
            value={address}
            aria-label={texts.publicPage}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button component={Link} to={certificate.path} variant="default">
            {texts.open}
          </Button>
        </div>
      </section>
    </div>
  );
}
