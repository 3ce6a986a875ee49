import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import type { Channel } from '@/api/types.ts';
import { network, signIn, signOut } from '@/test/world.ts';
import { count, ms, spec } from '../../../e2e/spec/spec.ts';
import { type ChannelSettings, chatApi } from './api.ts';
import { chatRetry, defaultChannel, sortChannels } from './queries.ts';

it('orders channels as Swedish does, numbers by their size, general first', () => {
  const named = (displayName: string, general = false) =>
    ({ displayName, name: displayName, general }) as Channel;
  const channels = ['Prov 10', 'Ö', 'prov 2', 'Å', 'Prov 1'].map((name) => named(name));
  expect(sortChannels([...channels, named('Öppet', true)]).map((one) => one.name)).toEqual([
    'Öppet',
    'Prov 1',
    'prov 2',
    'Prov 10',
    'Å',
    'Ö',
  ]);
});

describe('the channel that one lands in [social 4.5]', () => {
  const channel = (name: string, general = false) => ({ name, general }) as Channel;
  it.each<[string, Channel[], string]>([
    ...spec['social 4.5'].named.map(
      (name) =>
        [`named ${name}`, [channel('bygge'), channel(name)], name] as [string, Channel[], string],
    ),
    ['flagged general', [channel('bygge'), channel('torget', true)], 'torget'],
    ['else the first', [channel('bygge'), channel('resor')], 'bygge'],
  ])('is the one %s', (_, channels, name) => {
    expect(defaultChannel(channels)?.name).toBe(name);
  });
});

describe('loading channels and messages [social 9.2]', () => {
  it('is retried twice, 2 s apart, and not where the server has refused', () => {
    const cut = new ApiError(0, {});
    const { retries, delay } = spec['social 9.2'];
    const most = count(retries);
    expect(chatRetry.retry(most - 1, cut)).toBe(true);
    expect(chatRetry.retry(most, cut)).toBe(false);
    expect(chatRetry.retryDelay).toBe(ms(delay));
    expect(chatRetry.retry(0, new ApiError(403, {}))).toBe(false);
  });
});

describe('a channel that is made [social 5.2]', () => {
  beforeEach(signIn);
  afterEach(signOut);
  it.each([
    ['without data', { success: true }, 'Något gick fel'],
    ['with an error', { success: false, error: 'Namnet är upptaget.' }, 'Namnet är upptaget.'],
  ])('has failed %s', async (_, answer, message) => {
    network({ 'POST /api/v1/chat/workspaces/5/channels': answer });
    await expect(chatApi.createChannel(5, {} as ChannelSettings)).rejects.toThrow(message);
  });
});
