import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import { coursesKey, orNull } from '../api.ts';
import type { Certificate } from '../quiz/types.ts';

/** A certificate is there or is not; asking again changes nothing but for a server that is down. */
const retry = (count: number, error: Error) =>
  error instanceof ApiError && error.isTransient && count < 2;

/** One's own of a course; null: the course has none, or there is no such course. */
export const ownCertificateQuery = (course: number) =>
  queryOptions({
    queryKey: [...coursesKey, 'certificate', course],
    queryFn: ({ signal }) =>
      orNull(
        api.get<Certificate>(`/api/v1/courses/${course}/certificate`, { signal, quiet: true }),
      ),
    retry,
  });

export const pdfPath = (course: number) => `/api/v1/courses/${course}/certificate.pdf`;

const publicPath = (code: string) => `/api/public/certificates/${encodeURIComponent(code)}`;

/** What everybody sees of a certificate whose code they have; null: there is none. */
export const publicCertificateQuery = (code: string) =>
  queryOptions({
    queryKey: [...coursesKey, 'public-certificate', code],
    queryFn: ({ signal }) =>
      orNull(api.get<Certificate>(publicPath(code), { signal, quiet: true })),
    initialData: () => api.came<Certificate>(publicPath(code)),
    staleTime: 60_000,
    retry,
  });
