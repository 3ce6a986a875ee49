import { IconX } from '@tabler/icons-react';
import classes from './Composer.module.css';

/** Above the field: what is being done in it, and the way out. */
export default function ComposerMode(props: {
  title: string;
  hint: string;
  leave: string;
  onLeave: () => void;
}) {
  return (
    <div className={classes.mode}>
      <b>{props.title}</b>
      <span className={classes.modeHint}>{props.hint}</span>
      <button
        type="button"
        className={classes.icon}
        aria-label={props.leave}
        onClick={props.onLeave}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
