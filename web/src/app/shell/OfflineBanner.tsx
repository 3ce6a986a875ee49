import { useOnline } from '@/hooks/useOnline.ts';
import { errorTexts } from '@/texts/errors.ts';
import classes from './OfflineBanner.module.css';

/** Over the page's top edge, so that nothing moves. The chat says it itself, where one writes. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    // Always in the page, so that a screen reader hears it come and go.
    <div role="status" className={classes.place}>
      {!online && <p className={classes.banner}>{errorTexts.offline}</p>}
    </div>
  );
}
