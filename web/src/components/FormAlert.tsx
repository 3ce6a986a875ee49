import classes from './FormAlert.module.css';

/** What went wrong with a form as a whole; beside the fields stand their own words. */
export function FormAlert({ message, hint }: { message: string | null; hint?: string | null }) {
  return (
    // Always in the page, so that a screen reader hears what comes into it.
    <div role="alert">
      {message && (
        <div className={classes.alert}>
          <p>{message}</p>
          {hint && <p>{hint}</p>}
        </div>
      )}
    </div>
  );
}
