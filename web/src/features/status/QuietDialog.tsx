import { Link } from 'react-router';
import { Dialog } from '@/components/Dialog.tsx';
import { quietTexts as texts } from '@/texts/status.ts';
import { QuietNow } from './QuietNow.tsx';
import classes from './status.module.css';

export default function QuietDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className={classes.hint}>{texts.hint}</p>
      <QuietNow />
      <Link to="/settings#quiet" className={classes.link} onClick={onClose}>
        {texts.hours}
      </Link>
    </Dialog>
  );
}
