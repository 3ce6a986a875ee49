import {
  IconDots,
  IconFlag,
  IconHeart,
  IconHeartFilled,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { openReport } from '@/commands/events.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { begunText, useBegunText } from '@/lib/begunText.ts';
import { ago } from '@/lib/dates.ts';
import { fullTime } from '@/lib/times.ts';
import { reportLabel } from '@/texts/area.ts';
import { postTexts } from '@/texts/feed.ts';
import { postDoing, commentTexts as texts } from '@/texts/posting.ts';
import { COMMENT_ACTIVE, COMMENT_HIDDEN, type FeedComment, type FeedPost } from '../types.ts';
import { useChangeComment, useLikeComment, useRemoveComment } from '../useComments.ts';
import { CommentForm, commentKey } from './CommentForm.tsx';
import classes from './comments.module.css';
import { PostText } from './PostText.tsx';
import { SpeakerName } from './Speaker.tsx';
import { WriteForm } from './WriteForm.tsx';

type CommentRowProps = {
  post: FeedPost;
  comment: FeedComment;
  /** Draws its replies, where there are any. */
  children: (() => ReactNode) | undefined;
};

export function CommentRow({ post, comment, children }: CommentRowProps) {
  const { idFeedComment, idParent, nrReplies, abilities, txSenderName } = comment;
  const [replies, setReplies] = useState(false);
  // What was begun stands open again; only who asks for it is taken there.
  const [replying, setReplying] = useState<'asked' | 'begun' | null>(() =>
    abilities.includes('REPLY') && begunText(commentKey(post.uuid, idFeedComment)) ? 'begun' : null,
  );
  const [editing, setEditing] = useState(false);
  // Who wrote what a moderator has hidden sees it.
  const hidden = comment.flStatus === COMMENT_HIDDEN && comment.txMessage !== '';
  const gone = comment.flStatus !== COMMENT_ACTIVE && !hidden;
  return (
    <div className={classes.row}>
      {!gone && (
        <Avatar name={txSenderName} image={comment.txSenderProfileImage ?? null} size={32} />
      )}
      <div className={classes.main}>
        {gone ? (
          <p className={classes.faint}>{texts.removed}</p>
        ) : (
          <>
            <Said comment={comment} uuid={post.uuid} onEdit={() => setEditing(true)}>
              {editing ? (
                <Editing comment={comment} uuid={post.uuid} onDone={() => setEditing(false)} />
              ) : (
                <PostText text={comment.txMessage} mentions={comment.mentions} />
              )}
            </Said>
            <div className={classes.acts}>
              <Like comment={comment} uuid={post.uuid} />
              {abilities.includes('REPLY') && (
                <button type="button" className={classes.act} onClick={() => setReplying('asked')}>
                  {texts.reply}
                </button>
              )}
            </div>
          </>
        )}
        {children && (
          <button
            type="button"
            className={classes.act}
            aria-expanded={replies}
            onClick={() => setReplies(!replies)}
          >
            {replies ? texts.hideReplies : texts.replies(nrReplies)}
          </button>
        )}
        {replies && children?.()}
        {replying && (
          <CommentForm
            uuid={post.uuid}
            label={texts.replyTo(txSenderName)}
            to={{
              idComment: idFeedComment,
              idParent: idParent ?? idFeedComment,
              focus: replying === 'asked',
              onDone: () => {
                setReplying(null);
                setReplies(true);
              },
              onCancel: () => setReplying(null),
            }}
          />
        )}
      </div>
    </div>
  );
}

type SaidProps = { comment: FeedComment; uuid: string; onEdit: () => void; children: ReactNode };

function Said({ comment, uuid, onEdit, children }: SaidProps) {
  const { idFeedComment, idAuthUser, idEntity, txSenderUsername, txSenderName } = comment;
  const { daCreated, abilities } = comment;
  const [removing, setRemoving] = useState(false);
  const { mutate: remove, isPending } = useRemoveComment(uuid);
  const mayEdit = abilities.includes('EDIT');
  const mayRemove = abilities.includes('DELETE');
  const me = useMe();
  const mayReport = !!me && idAuthUser !== me.idUser && !mayEdit;
  return (
    <>
      <div className={classes.bubble}>
        <div className={classes.head}>
          <p className={classes.by}>
            <SpeakerName
              who={{
                kind: idEntity == null ? 'person' : 'entity',
                idUser: idAuthUser ?? null,
                slug: txSenderUsername,
                displayName: txSenderName,
              }}
            />{' '}
            <time className={classes.faint} dateTime={daCreated} title={fullTime(daCreated)}>
              {ago(daCreated)}
            </time>
            {comment.flStatus === COMMENT_HIDDEN && (
              <span className={classes.faint}> · {texts.hidden}</span>
            )}
            {comment.edited && <span className={classes.faint}> · {postTexts.edited}</span>}
          </p>
          {(mayEdit || mayRemove || mayReport) && (
            <Dropdown
              className={classes.dots}
              name={texts.menu(txSenderName)}
              label={<IconDots size={18} aria-hidden="true" />}
            >
              {mayEdit && (
                <button type="button" className={dropdownItem} onClick={onEdit}>
                  <IconPencil size={20} stroke={1.75} aria-hidden="true" />
                  {postDoing.edit}
                </button>
              )}
              {mayReport && (
                <button
                  type="button"
                  className={dropdownItem}
                  onClick={() => openReport({ targetType: 'COMMENT', targetId: idFeedComment })}
                >
                  <IconFlag size={20} stroke={1.75} aria-hidden="true" />
                  {reportLabel}
                </button>
              )}
              {mayRemove && (
                <button type="button" className={dropdownItem} onClick={() => setRemoving(true)}>
                  <IconTrash size={20} stroke={1.75} aria-hidden="true" />
                  {postDoing.remove}
                </button>
              )}
            </Dropdown>
          )}
        </div>
        {children}
      </div>
      {removing && (
        <Confirm
          danger
          title={texts.removeTitle}
          text={texts.removeText}
          action={postDoing.remove}
          pending={isPending}
          onConfirm={() => remove(comment, { onSettled: () => setRemoving(false) })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

type OneProps = { comment: FeedComment; uuid: string };

function Like({ comment, uuid }: OneProps) {
  const { liked, nrLikes, abilities, txSenderName } = comment;
  const { mutate: like } = useLikeComment(comment, uuid);
  const Heart = liked ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={classes.act}
      aria-pressed={liked}
      aria-label={`${texts.like(txSenderName)}, ${postTexts.likes(nrLikes)}`}
      disabled={!abilities.includes('LIKE')}
      onClick={() => like(!liked)}
    >
      <Heart size={16} stroke={1.75} aria-hidden="true" />
      {nrLikes > 0 && nrLikes}
    </button>
  );
}

function Editing({ comment, uuid, onDone }: OneProps & { onDone: () => void }) {
  const [opened] = useState(comment);
  const [text, setText] = useBegunText(`edit/${comment.idFeedComment}`, comment.txMessage);
  const { mutate, isPending } = useChangeComment(uuid);
  const done = () => {
    setText(comment.txMessage);
    onDone();
  };
  return (
    <WriteForm
      label={texts.editField}
      plain
      rows={2}
      value={text}
      onChange={setText}
      pending={isPending}
      submit={postDoing.save}
      focus
      onSend={() => mutate({ comment: opened, txMessage: text.trim() }, { onSuccess: done })}
      onCancel={done}
    />
  );
}
