import { Button, Checkbox, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Channel } from '@/api/types.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { channelFormTexts } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatChannelTexts } from '@/texts/chatChannel.ts';
import { relationLabels } from '@/texts/entities.ts';
import { type ChannelSettings, chatApi } from '../api.ts';
import { CHANNEL_NAME, channelName } from '../lib/slug.ts';
import { channelPath } from '../paths.ts';
import { chatKeys } from '../queries.ts';
import classes from './dialogs.module.css';

interface Props {
  workspaceId: number;
  /** null: a new one. */
  channel: Channel | null;
  onClose: () => void;
}

/** Relations that give more than a guest's view; the others could not read the channel anyway. */
const NEVER_MEMBERS = ['FOLLOWER', 'CUSTOMER', 'BOOKER'];
const RELATIONS = Object.entries(relationLabels).filter(([type]) => !NEVER_MEMBERS.includes(type));

type Agreed = Partial<Pick<ChannelSettings, 'showHistory' | 'waiting'>>;

/** What the server asks before it does what cannot be undone, by its code. */
const QUESTIONS: Record<string, readonly { text: string; agreed: Agreed }[]> = {
  HISTORY_WOULD_SHOW: [{ text: channelFormTexts.showHistory, agreed: { showHistory: true } }],
  MESSAGES_WAIT: [
    { text: channelFormTexts.publishWaiting, agreed: { waiting: 'APPROVE' } },
    { text: channelFormTexts.rejectWaiting, agreed: { waiting: 'REJECT' } },
  ],
};

const fresh: ChannelSettings = {
  name: '',
  displayName: '',
  description: '',
  topic: '',
  channelType: 'PUBLIC',
  readOnly: false,
  allowFollowers: false,
  visibleToGuests: false,
  requireModeration: false,
  autoApproveMembers: true,
  relationTypes: [],
};

function settingsOf(channel: Channel): ChannelSettings {
  return {
    name: channel.name,
    displayName: channel.displayName,
    description: channel.description ?? '',
    topic: channel.topic ?? '',
    channelType: channel.channelType === 'PRIVATE' ? 'PRIVATE' : 'PUBLIC',
    readOnly: channel.readOnly,
    allowFollowers: channel.allowFollowers,
    visibleToGuests: channel.visibleToGuests,
    requireModeration: channel.requireModeration,
    autoApproveMembers: channel.autoApproveMembers,
    relationTypes: channel.relationTypes,
  };
}

export default function ChannelDialog({ workspaceId, channel, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [settings, setSettings] = useState<ChannelSettings>(() =>
    channel ? settingsOf(channel) : fresh,
  );
  /** The short name follows the display name until one writes it oneself. */
  const [ownName, setOwnName] = useState(channel !== null);
  const [error, setError] = useState<ApiError | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<ChannelSettings>) => setSettings((held) => ({ ...held, ...change }));
  const isPrivate = settings.channelType === 'PRIVATE';
  const nameInvalid = !CHANNEL_NAME.test(settings.name);
  const nameError =
    error?.fieldMessage('name') ??
    (error?.code === 'CHANNEL_NAME_TAKEN' ? chatChannelTexts.nameTaken : undefined) ??
    (tried && nameInvalid ? chatChannelTexts.nameRule : undefined);

  /** `agreed`: what the server has asked about. */
  const save = async (agreed: Agreed = {}) => {
    setTried(true);
    if (nameInvalid) return;
    setBusy(true);
    setError(null);
    try {
      const saved = channel
        ? await chatApi.updateChannel(channel.id, { ...settings, ...agreed })
        : await chatApi.createChannel(workspaceId, settings);
      await client.invalidateQueries({ queryKey: chatKeys.channels(workspaceId) });
      toast({
        type: 'success',
        message: channel ? channelFormTexts.saved : channelFormTexts.created,
      });
      onClose();
      if (!channel) void navigate(channelPath(saved));
    } catch (failure) {
      setBusy(false);
      setError(failure instanceof ApiError ? failure : new ApiError(0, {}));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const answers = error ? (QUESTIONS[error.code] ?? []) : [];
  /** What no field says is said below them all. */
  const said = error !== null && (error.status === 422 || nameError !== undefined);

  return (
    <Dialog
      title={channel ? channelFormTexts.editChannel : chatTexts.createChannel}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={channelFormTexts.displayName}
          placeholder={channelFormTexts.displayNamePlaceholder}
          value={settings.displayName}
          error={error?.fieldMessage('displayName')}
          maxLength={80}
          data-autofocus
          onChange={(event) => {
            const displayName = event.currentTarget.value;
            set(ownName ? { displayName } : { displayName, name: channelName(displayName) });
          }}
        />
        <TextInput
          label={channelFormTexts.name}
          description={chatChannelTexts.nameRule}
          value={settings.name}
          error={nameError}
          maxLength={80}
          required
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setOwnName(true);
            setError(null);
            set({ name: event.currentTarget.value.toLocaleLowerCase('sv') });
          }}
        />
        <TextInput
          label={channelFormTexts.topic}
          value={settings.topic}
          maxLength={250}
          error={error?.fieldMessage('topic')}
          onChange={(event) => set({ topic: event.currentTarget.value })}
        />
        <Textarea
          label={channelFormTexts.description}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={500}
          value={settings.description}
          error={error?.fieldMessage('description')}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Radio.Group
          label={channelFormTexts.kind}
          value={settings.channelType}
          onChange={(value) => set({ channelType: value === 'PRIVATE' ? 'PRIVATE' : 'PUBLIC' })}
        >
          <div className={classes.switches} style={{ marginTop: 8 }}>
            <Radio value="PUBLIC" label={channelFormTexts.kindPublic} disabled={channel?.general} />
            <Radio
              value="PRIVATE"
              label={channelFormTexts.kindPrivate}
              disabled={channel?.general}
            />
          </div>
        </Radio.Group>
        {isPrivate && (
          <Checkbox.Group
            label={channelFormTexts.relationTypes}
            description={chatChannelTexts.relationTypesHint}
            value={settings.relationTypes}
            onChange={(relationTypes) => set({ relationTypes })}
          >
            <div className={classes.relations}>
              {RELATIONS.map(([value, label]) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <div className={classes.switches}>
          {!isPrivate && (
            <>
              <Switch
                label={channelFormTexts.allowFollowers}
                checked={settings.allowFollowers}
                onChange={(event) => set({ allowFollowers: event.currentTarget.checked })}
              />
              <Switch
                label={channelFormTexts.visibleToGuests}
                checked={settings.visibleToGuests}
                onChange={(event) => set({ visibleToGuests: event.currentTarget.checked })}
              />
            </>
          )}
          <Switch
            label={channelFormTexts.readOnlyLabel}
            checked={settings.readOnly}
            onChange={(event) => set({ readOnly: event.currentTarget.checked })}
          />
          <Switch
            label={channelFormTexts.requireModeration}
            checked={settings.requireModeration}
            onChange={(event) => set({ requireModeration: event.currentTarget.checked })}
          />
          {settings.requireModeration && (
            <Switch
              label={channelFormTexts.autoApproveMembers}
              checked={settings.autoApproveMembers}
              onChange={(event) => set({ autoApproveMembers: event.currentTarget.checked })}
            />
          )}
        </div>
        {error && !said && (
          <div role="alert">
            <p>{error.message}</p>
            <div className={classes.buttons}>
              {answers.map(({ text, agreed }) => (
                <Button key={text} variant="light" onClick={() => void save(agreed)}>
                  {text}
                </Button>
              ))}
            </div>
          </div>
        )}
        <div className={classes.buttons} style={{ marginTop: 4 }}>
          <Button variant="default" onClick={onClose}>
            {chatTexts.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {channel ? chatTexts.save : chatTexts.createChannel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
