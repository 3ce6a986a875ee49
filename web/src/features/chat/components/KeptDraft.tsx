import { Link } from 'react-router';
import { toast } from '@/components/toast.ts';
import { chatDraftTexts } from '@/texts/chatDraft.ts';
import { errorTexts } from '@/texts/errors.ts';
import { ownPath } from '../paths.ts';
import classes from './ChannelPane.module.css';

/** What was begun where one may not write any more: it can be taken along, and lies among one's drafts. */
export default function KeptDraft({ text, workspaceId }: { text: string; workspaceId: number }) {
  if (text.trim() === '') return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ type: 'success', message: chatDraftTexts.draftCopied }),
      () => toast({ type: 'error', message: errorTexts.unknown }),
    );
  return (
    <p className={classes.kept}>
      {chatDraftTexts.draftKept}{' '}
      <button type="button" className={classes.link} onClick={() => void copy()}>
        {chatDraftTexts.copyDraft}
      </button>{' '}
      <Link className={classes.link} to={ownPath(workspaceId, 'utkast')}>
        {chatDraftTexts.showDrafts}
      </Link>
    </p>
  );
}
