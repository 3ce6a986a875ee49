/** When a message counts as sent: only with the message that the server has made of it (social.md §5). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { network, Refusal, signIn, signOut } from '@/test/world.ts';
import type { OutboxEntry } from './lib/outbox.ts';
import { attemptToSend } from './session.ts';

const entry = { channelId: 9, content: 'hej', clientMessageId: 'a', parentMessageId: null };

beforeEach(signIn);
afterEach(signOut);

describe('sending a message [social 5.2]', () => {
  it.each([
    ['with the message', { success: true, data: { id: 5 } }, 'sent'],
    ['without it', { success: true }, 'unreachable'],
    ['by a page that nobody can read', '<html>', 'unreachable'],
    ['by a refusal', new Refusal(403), 'refused'],
    ['by too many', new Refusal(429, 'RATE_LIMITED', 2), 'wait'],
  ])('answered %s: %s', async (_, answer, kind) => {
    network({ 'POST /api/v1/chat/channels/9/messages': answer });
    expect((await attemptToSend(entry as OutboxEntry)).kind).toBe(kind);
  });
});
