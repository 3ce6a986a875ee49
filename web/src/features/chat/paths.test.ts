import { expect, test } from 'vitest';
import { calledIn, ofComments, threadPath } from './paths.ts';

test.each([
  ['a conversation', 0, '/messages/7/trad/9', '#namn'],
  ['the comments of an event', 1, '/event/7/trad/9', 'namn'],
  ['the comments of a task', 2, '/uppgifter/7/trad/9', 'namn'],
  ['a channel', 4_711, '/konversation/4711/7/trad/9', '#namn'],
])('a thread of %s has its address', (_, workspaceId, path, called) => {
  expect(threadPath({ id: 7, workspaceId }, 9)).toBe(path);
  expect(calledIn(workspaceId, 'namn')).toBe(called);
  expect(ofComments(workspaceId)).toBe(called === 'namn');
});
