import { describe, expect, it } from 'vitest';
import { endedText } from './ShutReason.tsx';

describe('who ended a channel', () => {
  it('is named with what they did', () => {
    const by = { byName: 'Anna Berg' };
    expect(endedText(true, by)).toBe(
      'Anna Berg arkiverade kanalen. Den går att läsa men inte att skriva i.',
    );
    expect(endedText(false, { ...by, reason: 'REMOVED' })).toBe(
      'Du togs bort från kanalen av Anna Berg.',
    );
    expect(endedText(false, { ...by, reason: 'CLOSED' })).toBe(
      'Anna Berg stängde kanalen för dem som inte är med i den.',
    );
    expect(endedText(false, { ...by, reason: 'EXPELLED' })).toBe(
      'Du togs bort ur organisationen av Anna Berg.',
    );
    expect(endedText(false, { ...by, reason: 'ROLE' })).toBe(
      'Anna Berg ändrade din roll i organisationen. Du har inte längre tillgång till kanalen.',
    );
  });

  it('is not named where the server names nobody', () => {
    const archived = 'Kanalen är arkiverad. Den går att läsa men inte att skriva i.';
    const lost = 'Du har inte längre tillgång till kanalen.';
    expect(endedText(true, undefined)).toBe(archived);
    expect(endedText(true, {})).toBe(archived);
    expect(endedText(false, undefined)).toBe(lost);
    expect(endedText(false, { reason: 'REMOVED' })).toBe(lost);
    // Archived by somebody, and lost by nobody's doing since.
    expect(endedText(false, { byName: 'Anna Berg' })).toBe(lost);
  });
});
