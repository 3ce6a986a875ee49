import { Button } from '@mantine/core';

type WriteOrPreviewProps = {
  /** What the two buttons are about, for screen readers. */
  label: string;
  /** The buttons' words: to write, and to see what is written. */
  write: string;
  preview: string;
  previews: boolean;
  onChange: (previews: boolean) => void;
  className?: string | undefined;
};

/** Two buttons, of which one is pressed: writing, or a preview of what is written. */
export function WriteOrPreview(props: WriteOrPreviewProps) {
  const { label, write, preview, previews, onChange, className } = props;
  return (
    <fieldset className={className} aria-label={label}>
      {[false, true].map((shown) => (
        <Button
          key={String(shown)}
          variant={previews === shown ? 'light' : 'default'}
          aria-pressed={previews === shown}
          onClick={() => onChange(shown)}
        >
          {shown ? preview : write}
        </Button>
      ))}
    </fieldset>
  );
}
