/** The rules of the feed's lists, texts and draft. */
import { describe, expect, it } from 'vitest';
import { toggled } from '@/lib/liked.ts';
import { type Draft, emptyDraft, isEmpty, keepDraft, readDraft } from './begun.ts';
import { inNameOf, mayPublish, moved, samePictures } from './draft.ts';
import {
  changed,
  counted,
  freshOf,
  grown,
  type Held,
  itemsOf,
  newer,
  orphaned,
  outdated,
  removed,
  shrunk,
  withFirst,
  withLast,
  withoutItem,
} from './fold.ts';
import type { FeedPost, PostCounts } from './types.ts';
import { lengthOf, nameAt, namedIn } from './words.ts';

const post = (id: number, change: Partial<FeedPost> = {}): FeedPost => ({
  uuid: `p${id}`,
  txUuid: `p${id}`,
  idFeedPost: id,
  txMessage: `Inlägg ${id}`,
  idEntity: null,
  nrLikes: 0,
  nrComments: 0,
  nrReposts: 0,
  liked: false,
  reposted: false,
  audience: 'PUBLIC',
  author: {
    kind: 'person',
    idUser: 8,
    idEntity: null,
    displayName: 'Bo Alm',
    slug: 'bo-alm',
    userName: 'bo-alm',
    profileImage: null,
  },
  media: [],
  mentions: [],
  topics: [],
  edited: false,
  daCreated: '2026-03-03T12:00:00.000Z',
  daUpdated: '2026-03-03T12:00:00.000Z',
  original: null,
  hidden: false,
  abilities: ['LIKE', 'COMMENT', 'REPOST'],
  version: 1,
  ...change,
});

const held = (...pages: FeedPost[][]): Held<FeedPost> => ({
  pages: pages.map((content, index) => ({ content, hasMore: index < pages.length - 1, cursor: 1 })),
  pageParams: pages.map(() => undefined),
});
const keyOf = ({ uuid }: FeedPost) => uuid;
const names = (list: Held<FeedPost>) => itemsOf(list, keyOf).map(keyOf);

describe('a list', () => {
  it('appends later pages without duplicates', () => {
    expect(names(held([post(5), post(4)], [post(4), post(3)]))).toEqual(['p5', 'p4', 'p3']);
  });

  it('has a new post first, and a removed one no more', () => {
    const list = withFirst(held([post(2)], [post(1)]), post(3));
    expect(names(list)).toEqual(['p3', 'p2', 'p1']);
    expect(names(withoutItem(list, ({ uuid }) => uuid === 'p2'))).toEqual(['p3', 'p1']);
  });

  it('gets a new comment at its end only where the end is held', () => {
    const all = held([post(1)]);
    expect(names(withLast(all, post(2)))).toEqual(['p1', 'p2']);
    const more = { ...all, pages: all.pages.map((page) => ({ ...page, hasMore: true })) };
    expect(withLast(more, post(2))).toBe(more);
  });

  it('counts what has come since, without what one has written oneself', () => {
    const mine = post(7, { author: { ...post(7).author, idUser: 1 } });
    expect(freshOf([post(9), post(8), mine, post(5)], [post(5), post(4)], 1)).toBe(2);
    // What lies below the top was left out before, or has moved: it is not new.
    expect(freshOf([post(5), post(3)], [post(5)], 1)).toBe(0);
  });
});

describe('a like', () => {
  it('never drops below 0', () => {
    expect(toggled(post(1, { liked: true, nrLikes: 0 }), false)).toMatchObject({
      liked: false,
      nrLikes: 0,
    });
  });

  it('pressed twice is pressed once', () => {
    const once = toggled(post(1), true);
    expect(once).toMatchObject({ liked: true, nrLikes: 1 });
    expect(toggled(once, true)).toBe(once);
    expect(toggled(once, false)).toMatchObject({ liked: false, nrLikes: 0 });
  });
});

describe('a post', () => {
  it('changes also where it is reposted', () => {
    const repost = post(2, { original: post(1) });
    const after = changed(repost, 'p1', (one) => ({ ...one, nrReposts: 1 }));
    expect(after.original).toMatchObject({ nrReposts: 1 });
    expect(changed(post(3), 'p1', () => post(9))).toMatchObject({ uuid: 'p3' });
  });

  it('leaves its reposts standing when it goes', () => {
    expect(orphaned(post(2, { original: post(1) }), 'p1').original).toEqual({ gone: true });
  });

  it('does not go back to what was', () => {
    const now = post(1, { version: 3 });
    expect(newer(now, post(1, { version: 2 }))).toBe(now);
    expect(newer(now, post(1, { version: 4 }))).toMatchObject({ version: 4 });
  });
});

describe('what is told of a post', () => {
  const told = (change: Partial<PostCounts> = {}): PostCounts => ({
    type: 'POST_CHANGED',
    uuid: 'p1',
    nrLikes: 0,
    nrComments: 0,
    nrReposts: 0,
    version: 1,
    ...change,
  });

  it('is its counts as they are', () => {
    const { nrLikes, nrComments, nrReposts } = counted(
      post(1, { nrLikes: 4, nrComments: 9 }),
      told({ nrLikes: 2, nrComments: 3, nrReposts: 1 }),
      false,
    );
    expect([nrLikes, nrComments, nrReposts]).toEqual([2, 3, 1]);
    const held = post(1);
    expect(counted(held, told(), false)).toBe(held);
  });

  it('does not take back what one has just pressed', () => {
    const pressed = toggled(post(1), true);
    expect(counted(pressed, told(), true)).toMatchObject({ liked: true, nrLikes: 1 });
    expect(counted(pressed, told(), false)).toMatchObject({ nrLikes: 0 });
  });

  it.each([
    ['another text', told({ version: 2 }), false, { post: true, comments: false }],
    ['a comment', told({ nrComments: 1 }), false, { post: false, comments: true }],
    ['a like', told({ nrLikes: 1 }), false, { post: false, comments: false }],
    ['a comment that is another one', told(), false, { post: false, comments: true }],
    ['my own like, told before its answer', told(), true, { post: false, comments: false }],
  ])('leads to what it does not say: %s', (_, event, liking, wanted) => {
    expect(outdated(post(1), event, liking)).toEqual(wanted);
  });

  it('is counted once, whether it is told or answered first', () => {
    expect([grown(0, 0), grown(1, 0), grown(5, 0)]).toEqual([1, 1, 5]);
    expect([shrunk(1, 1), shrunk(0, 1), shrunk(0, 0)]).toEqual([0, 0, 0]);
  });

  it('is its end: it keeps its place, and its reposts theirs', () => {
    expect(removed(post(1), 'p1')).toMatchObject({ uuid: 'p1', removed: true });
    expect(removed(post(2, { original: post(1) }), 'p1').original).toEqual({ gone: true });
    expect(removed(post(3), 'p1')).toEqual(post(3));
  });
});

describe('a text', () => {
  const mentions = [
    { kind: 'person' as const, idUser: 8, idEntity: null, userName: 'bo-alm', displayName: 'Bo' },
    { kind: 'entity' as const, idUser: null, idEntity: 3, userName: 'koren', displayName: 'Kören' },
  ];
  const named = (text: string, topics: string[] = []) =>
    namedIn(text, mentions, topics).map(({ start, end }) => text.slice(start, end));

  it('names whom the server has found, also before a full stop', () => {
    expect(named('Hej @bo-alm. @koren! @okänd')).toEqual(['@bo-alm', '@koren']);
    expect(named('@Bo-Alm')).toEqual(['@Bo-Alm']);
  });

  it('leads to its topics, whatever their case, and not to parts of words and addresses', () => {
    expect(named('#Skola är a#skola och /x#skola', ['skola'])).toEqual(['#Skola']);
    expect(named('#2026 #val2026', ['val2026'])).toEqual(['#val2026']);
  });

  it('suggests names from the second letter on', () => {
    expect(nameAt('Hej @bo', 7)).toEqual({ start: 4, query: 'bo' });
    expect(nameAt('Hej @b', 6)).toBeNull();
    expect(nameAt('bo@alm', 6)).toBeNull();
  });

  it('is counted by characters', () => {
    expect(lengthOf(' 👍å ')).toBe(2);
  });
});

describe('a draft', () => {
  const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });
  const pictures = [1, 2, 3].map((id) => ({ id, url: `/img/post/${id}?v=a`, alt: '' }));

  it('outlives a reload, and is gone once it is empty', () => {
    keepDraft(draft({ text: 'Halvskrivet', pictures }));
    expect(readDraft()).toMatchObject({ text: 'Halvskrivet', pictures });
    keepDraft(emptyDraft);
    expect(readDraft()).toEqual(emptyDraft);
  });

  it('in another name never reaches more people than before', () => {
    expect(inNameOf(draft({ audience: 'CONTACTS' }), 3).audience).toBe('ENTITY_MEMBERS');
    expect(inNameOf(draft({ audience: 'ENTITY_MEMBERS' }), null).audience).toBe('CONTACTS');
    expect(inNameOf(draft({ audience: 'FOLLOWERS' }), 3).audience).toBe('FOLLOWERS');
  });

  it('needs a text or a picture', () => {
    expect(isEmpty(draft({ text: ' \n' }))).toBe(true);
    expect(mayPublish(draft({ pictures }))).toBe(true);
    expect(mayPublish(draft({ text: 'a'.repeat(10_001) }))).toBe(false);
  });

  it('tells whether the pictures of a post have changed', () => {
    const [first, second, third] = pictures;
    if (!first || !second || !third) throw new Error('there are three');
    expect(samePictures(pictures, [...pictures])).toBe(true);
    expect(samePictures([second, first, third], pictures)).toBe(false);
    expect(samePictures([first, second], pictures)).toBe(false);
    expect(samePictures([{ ...first, alt: 'Nytt' }, second, third], pictures)).toBe(false);
    // Blanks around it are not sent.
    expect(samePictures([{ ...first, alt: ' ' }, second, third], pictures)).toBe(true);
  });

  it('has its pictures in the order that one gives them', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });
});
