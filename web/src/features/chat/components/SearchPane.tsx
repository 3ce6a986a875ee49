import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPaperclip, IconPhoto, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Channel, FoundMessage } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState } from '@/components/states.tsx';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { shortTime } from '@/lib/times.ts';
import { messageSearchTexts as texts } from '@/texts/messageSearch.ts';
import { snippet } from '../lib/hits.ts';
import { complete, HAS, openFilter, parseSearch } from '../lib/searchQuery.ts';
import { channelPath, searchPath, threadPath } from '../paths.ts';
import { channelsQuery, membersQuery, titleOf } from '../queries.ts';
import { foundQuery, type Scope, useNamed } from '../search.ts';
import { BotMark } from './BotMark.tsx';
import classes from './SearchPane.module.css';
import { SideHeader } from './SideHeader.tsx';
import side from './SidePane.module.css';
import { useWide } from './useWide.ts';

const PAUSE_MS = 250;
const OFFERED = 6;

/** The search for what was said: in the open channel, its workspace, or everywhere that one may read. */
export default function SearchPane({ channel }: { channel: Channel }) {
  // What is looked for stands in the address: back from a hit leads to the hits.
  const words = useFieldInAddress('q');
  const where = useFieldInAddress('i');
  const scope = (where.value || 'arbetsyta') as Scope;
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened
  useEffect(() => {
    if (words.value === '') input.current?.focus();
  }, []);
  return (
    <section className={side.pane} aria-label={texts.title} data-region>
      <SideHeader title={texts.title} subtitle={titleOf(channel)} channel={channel} />
      <search className={classes.form}>
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden="true" className={classes.glass} />
          <input
            ref={input}
            type="search"
            className={classes.input}
            aria-label={texts.field}
            placeholder={texts.placeholder}
            autoComplete="off"
            maxLength={200}
            value={words.value}
            onChange={(event) => words.type(event.currentTarget.value)}
            onBlur={words.rest}
          />
        </div>
        <Offered
          channel={channel}
          typed={words.value}
          onPick={(next) => {
            words.set(next);
            input.current?.focus();
          }}
        />
        <NativeSelect
          size="sm"
          aria-label={texts.scope}
          value={scope}
          data={texts.scopes}
          onChange={(event) => where.set(event.currentTarget.value)}
        />
      </search>
      <div className={side.scroll}>
        <Found channel={channel} settled={words.settled} scope={scope} />
      </div>
    </section>
  );
}

/** Names for the filter that is being written. */
function Offered({
  channel,
  typed,
  onPick,
}: {
  channel: Channel;
  typed: string;
  onPick: (typed: string) => void;
}) {
  const open = openFilter(typed);
  const [begun] = useDebouncedValue(open?.begun ?? '', PAUSE_MS);
  const people = useQuery({
    ...membersQuery(channel, begun, OFFERED),
    enabled: open?.filter === 'från',
  });
  const channels = useQuery({
    ...channelsQuery(channel.workspaceId),
    enabled: open?.filter === 'i',
  });
  const fold = (text: string) => text.toLocaleLowerCase('sv');
  const names =
    open?.filter === 'från'
      ? (people.data ?? []).map(({ username, displayName }) => ({
          name: username,
          label: displayName,
        }))
      : open?.filter === 'har'
        ? [...HAS.keys()]
            .filter((name) => name.startsWith(fold(open.begun)))
            .map((name) => ({ name, label: `har:${name}` }))
        : open
          ? (channels.data ?? [])
              .filter(({ name }) => name.includes(fold(open.begun)))
              .map((one) => ({ name: one.name, label: `#${one.name}` }))
          : [];
  if (names.length === 0) return null;
  return (
    <ul className={classes.offered} aria-label={texts.offered}>
      {names.slice(0, OFFERED).map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className={classes.offer}
            onClick={() => onPick(complete(typed, name))}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Found({ channel, settled, scope }: { channel: Channel; settled: string; scope: Scope }) {
  const asked = parseSearch(settled);
  const isNothing = asked.text === '' && asked.has === undefined;
  const named = useNamed(channel, asked);
  const query = useInfiniteQuery({
    ...foundQuery({ asked, scope, channel, ...named }),
    enabled: !isNothing && named.isKnown,
  });
  const writing = openFilter(settled) !== null;
  if (isNothing || (named.missing && writing)) return <p className={classes.hint}>{texts.hint}</p>;
  if (named.missing) return <p className={classes.hint}>{texts.unknown(named.missing)}</p>;
  const items = query.data?.pages.flatMap((page) => page.content) ?? [];
  return (
    <PagedList
      query={query}
      items={items}
      keyOf={({ message }) => message.id}
      label={texts.results}
      className={side.plain}
      row={(one) => <Hit one={one} channel={channel} />}
      empty={
        <EmptyState title={texts.none} text={texts.noneHint} icon={<IconSearch size={28} />} />
      }
    />
  );
}

function Hit({ one, channel }: { one: FoundMessage; channel: Channel }) {
  const { message, workspaceId } = one;
  const [search] = useSearchParams();
  const wide = useWide();
  const place = { id: message.channelId, workspaceId };
  const isReply = message.parentMessageId !== null;
  const kept = new URLSearchParams(search);
  kept.set('message', String(message.id));
  // A desk keeps the hits beside the message; a phone's back button leads to them.
  const beside = `${searchPath(place)}?${kept}`;
  const alone = `${channelPath(place)}?message=${message.id}`;
  // A conversation stands on another page, without the hits.
  const isChannel = workspaceId !== 0;
  const to = isReply
    ? threadPath(place, message.parentMessageId ?? 0)
    : wide && isChannel
      ? beside
      : alone;
  const name = isChannel ? `#${one.channelName}` : one.channelDisplayName;
  return (
    <Link className={classes.hit} to={to} preventScrollReset>
      <span className={side.who}>
        <Avatar name={message.userName} image={message.userAvatar} size={24} />
        <b>{message.userName}</b>
        <BotMark of={message} />
        <time dateTime={message.created}>{shortTime(message.created)}</time>
      </span>
      <span className={classes.words}>
        <Marked text={message.formattedContent || message.content} matches={one.matches} />
      </span>
      {message.attachments.map((file) => (
        <span key={file.id} className={classes.file}>
          {file.kind === 'IMAGE' ? (
            <IconPhoto size={14} aria-hidden="true" />
          ) : (
            <IconPaperclip size={14} aria-hidden="true" />
          )}
          <span className={classes.name}>
            <Marked text={file.name} matches={one.matches} />
          </span>
        </span>
      ))}
      <span className={classes.place}>
        {isReply ? texts.inThread(name) : place.id === channel.id ? null : name}
      </span>
    </Link>
  );
}

function Marked({ text, matches }: { text: string; matches: string[] }) {
  return snippet(text, matches).map((piece, index) =>
    piece.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity of their own
      <mark key={index}>{piece.text}</mark>
    ) : (
      piece.text
    ),
  );
}
