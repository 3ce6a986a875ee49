/** A certificate: one's own, and as somebody sees it who has its code. */
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import CertificatePage from './CertificatePage.tsx';
import PublicCertificatePage from './PublicCertificatePage.tsx';

beforeEach(() => signIn());

const certificate = {
  code: 'K7QX-2M9T',
  name: 'Anna Ek',
  course: 'Ny hos oss',
  idCourse: 1,
  issuer: 'Björkens IF',
  daFinished: '2026-11-20T12:00:00.000Z',
  daIssued: '2026-11-20T12:00:00.000Z',
  path: '/klyftig/intyg/K7QX-2M9T',
};

function opened(path: string, answers: Answers) {
  network(answers);
  return draw(
    <Routes>
      <Route path="/klyftig/:courseId/intyg" element={<CertificatePage />} />
      <Route path="/klyftig/intyg/:code" element={<PublicCertificatePage />} />
    </Routes>,
    path,
  );
}

describe('a certificate', () => {
  it('is fetched as PDF, and has a page to be shown', async () => {
    opened('/klyftig/1/intyg', { 'GET /api/v1/courses/1/certificate': certificate });
    expect(await screen.findByText('Anna Ek')).toBeInTheDocument();
    expect(screen.getByText('Klar 20 november 2026')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Hämta som PDF' })).toHaveAttribute(
      'href',
      '/api/v1/courses/1/certificate.pdf',
    );
    expect(screen.getByRole('textbox', { name: 'Sida att visa upp' })).toHaveValue(
      `${window.location.origin}/klyftig/intyg/K7QX-2M9T`,
    );
  });

  it.each([
    [new Refusal(409, 'NOT_FINISHED'), 'Inget intyg än'],
    [new Refusal(404, 'NOT_FOUND'), 'Kursen har inget intyg'],
  ])('that is not there says why', async (answer, title) => {
    opened('/klyftig/1/intyg', { 'GET /api/v1/courses/1/certificate': answer });
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  });

  it('is checked by its code, signed out', async () => {
    signOut();
    opened('/klyftig/intyg/K7QX-2M9T', {
      'GET /api/public/certificates/K7QX-2M9T': certificate,
    });
    expect(await screen.findByRole('heading', { name: 'Intyget är äkta' })).toBeInTheDocument();
    expect(screen.getByText('Utfärdat av Björkens IF')).toBeInTheDocument();
  });

  it('with a code that is none is no certificate', async () => {
    opened('/klyftig/intyg/x', {});
    expect(await screen.findByRole('heading', { name: 'Intyget finns inte' })).toBeInTheDocument();
  });
});
