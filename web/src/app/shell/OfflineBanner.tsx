import { useOnline } from '@/hooks/useOnline.ts';
import { errorTexts } from '@/texts/errors.ts';
import classes from './OfflineBanner.module.css';

export function OfflineBanner() {
  const online = useOnline();
  return (
    // Always in the page, so that a screen reader hears it come and go.
    <div role="status">{!online && <p className={classes.banner}>{errorTexts.offline}</p>}</div>
  );
}
