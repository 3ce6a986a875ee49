import {
  IconHeart,
  IconHeartFilled,
  IconMessageCircle,
  IconRepeat,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { lazy, memo, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Icon } from '@/commands/registry.ts';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { ago } from '@/lib/dates.ts';
import { loadPart, loadWithin } from '@/lib/loadPart.ts';
import { useSignedIn } from '@/lib/session.ts';
import { fullTime } from '@/lib/times.ts';
import { audienceTexts, postTexts as texts } from '@/texts/feed.ts';
import { isPost } from '../fold.ts';
import { useOnScreen } from '../onScreen.ts';
import { postPath } from '../paths.ts';
import type { Audience, FeedPost } from '../types.ts';
import { useLike } from '../useFeed.ts';
import classes from './feed.module.css';
import { PictureGrid } from './PictureGrid.tsx';
import { PostText } from './PostText.tsx';
import { SpeakerName } from './Speaker.tsx';

const Comments = lazy(() => loadPart(() => import('./Comments.tsx')));
const PostLive = lazy(() => loadWithin(() => import('./PostLive.tsx')));
const PostMenu = lazy(() => loadPart(() => import('./PostMenu.tsx')));
const RepostDialog = lazy(() => loadPart(() => import('./RepostDialog.tsx')));

const icons: Record<Audience, Icon> = {
  PUBLIC: IconWorld,
  FOLLOWERS: IconUsers,
  CONTACTS: IconUser,
  ENTITY_MEMBERS: IconUsersGroup,
};

type PostCardProps = {
  post: FeedPost;
  /** On its own page: its comments stand open. */
  alone?: boolean;
  onRemoved?: () => void;
};

export const PostCard = memo(function PostCard({ post, alone = false, onRemoved }: PostCardProps) {
  const { author, original } = post;
  const [comments, setComments] = useState(alone);
  const signedIn = useSignedIn();
  const card = useRef<HTMLElement>(null);
  if (post.removed) {
    return (
      <article ref={card} className={classes.post} aria-label={texts.by(author.displayName)}>
        <p className={classes.faint}>{texts.removedNow}</p>
      </article>
    );
  }
  return (
    <article ref={card} className={classes.post} aria-label={texts.by(author.displayName)}>
      <Head post={post}>
        {signedIn && (
          <Suspense fallback={<span className={classes.dots} />}>
            <PostMenu post={post} {...(onRemoved && { onRemoved })} />
          </Suspense>
        )}
      </Head>
      <Body post={post} />
      {original && (
        <div className={classes.original}>
          {isPost(original) ? (
            <>
              <Head post={original} small />
              <Body post={original} />
            </>
          ) : (
            <p className={classes.faint}>{texts.originalGone}</p>
          )}
        </div>
      )}
      <Actions post={post} comments={comments} onComments={() => setComments(!comments)} />
      {comments && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <Comments post={post} />
        </Suspense>
      )}
      {signedIn && <Live post={post} card={card} />}
    </article>
  );
});

/** By itself, so that a card that comes onto the screen is not drawn anew for it. */
function Live({ post, card }: { post: FeedPost; card: RefObject<HTMLElement | null> }) {
  const shown = useOnScreen(card);
  const since = useRef(Date.now());
  return <Suspense>{shown && <PostLive post={post} since={since} />}</Suspense>;
}

type HeadProps = { post: FeedPost; small?: boolean; children?: ReactNode };

function Head({ post, small = false, children }: HeadProps) {
  const {
    uuid,
    author,
    audience,
    daCreated,
    edited,
    original,
    writtenBy,
    hidden: hiddenNow,
  } = post;
  const AudienceIcon = icons[audience];
  return (
    <div className={classes.head}>
      <Avatar
        name={author.displayName}
        image={author.profileImage ?? null}
        size={small ? 32 : 44}
      />
      <div className={classes.by}>
        <p>
          <SpeakerName who={author} />
          {original && <span className={classes.faint}> {texts.repostedBy}</span>}
        </p>
        <p className={classes.facts}>
          <Link className={classes.time} to={postPath(uuid)} title={fullTime(daCreated)}>
            <time dateTime={daCreated}>{ago(daCreated)}</time>
          </Link>
          <span className={classes.audience}>
            <AudienceIcon size={14} stroke={1.75} aria-hidden="true" />
            <span className={hidden.spoken}>{texts.for}</span> {audienceTexts[audience].label}
          </span>
          {hiddenNow && <span>{texts.hidden}</span>}
          {edited && <span>{texts.edited}</span>}
          {writtenBy && <span>{texts.writtenBy(writtenBy.displayName)}</span>}
        </p>
      </div>
      {children}
    </div>
  );
}

function Body({ post: { txMessage, mentions, topics, media } }: { post: FeedPost }) {
  return (
    <>
      {txMessage && (
        <div className={classes.text}>
          <PostText text={txMessage} mentions={mentions} topics={topics} />
        </div>
      )}
      <PictureGrid media={media} />
    </>
  );
}

type ActionsProps = { post: FeedPost; comments: boolean; onComments: () => void };

function Actions({ post, comments, onComments }: ActionsProps) {
  const { abilities, liked, nrLikes, nrComments, nrReposts } = post;
  const { mutate: like } = useLike(post);
  const [reposting, setReposting] = useState(false);
  const Heart = liked ? IconHeartFilled : IconHeart;
  return (
    <div className={classes.actions}>
      <button
        type="button"
        className={classes.action}
        aria-pressed={liked}
        aria-label={`${texts.like}, ${texts.likes(nrLikes)}`}
        disabled={!abilities.includes('LIKE')}
        onClick={() => like(!liked)}
      >
        <Heart size={20} stroke={1.75} aria-hidden="true" />
        {nrLikes}
      </button>
      <button
        type="button"
        className={classes.action}
        aria-expanded={comments}
        aria-label={texts.comments(nrComments)}
        onClick={onComments}
      >
        <IconMessageCircle size={20} stroke={1.75} aria-hidden="true" />
        {nrComments}
      </button>
      {(abilities.includes('REPOST') || nrReposts > 0) && (
        <button
          type="button"
          className={classes.action}
          aria-label={`${texts.repost}, ${texts.reposts(nrReposts)}`}
          disabled={!abilities.includes('REPOST')}
          data-done={post.reposted || undefined}
          onClick={() => setReposting(true)}
        >
          <IconRepeat size={20} stroke={1.75} aria-hidden="true" />
          {nrReposts}
        </button>
      )}
      {reposting && (
        <Suspense>
          <RepostDialog post={post} onClose={() => setReposting(false)} />
        </Suspense>
      )}
    </div>
  );
}
