import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { GrowingField } from './GrowingField.tsx';

function Field({ value }: { value: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return <GrowingField field={field} value={value} readOnly />;
}

beforeAll(() => {
  globalThis.CSS ??= { supports: () => true } as never;
});

it('has the caret after what was begun', () => {
  render(<Field value="påbörjat" />);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').selectionStart).toBe(8);
});
