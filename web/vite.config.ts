import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { EMOJI_BASE, emojiData } from './scripts/emoji.ts';
import { lightLibraries } from './scripts/lightLibraries.ts';
import { preloadFont } from './scripts/preloadFont.ts';
import { revision, stampPage } from './scripts/revision.ts';
import { themeStyles } from './scripts/themeCss.ts';

const backend = process.env.KALENDER_BACKEND ?? 'http://127.0.0.1:8080';

/** What menus, dialogs and single areas show: not with what every page has. */
const LATER_ICONS =
  'AlertCircle Archive ArrowDown ArrowLeft Bookmark Building CalendarPlus ChevronLeft ChevronRight Clock Copy Download FileImport File Flag3 Hash LetterCase Link Lock Message Microphone MoodPlus MoodSmile News Paperclip Pin Qrcode Send2 ShieldCheck Slash Ticket Trash';

/** Small and needed by many pages; without the form fields, which bring most of Mantine with them, without what only its widgets need, and without people's cards. */
const KIT = new RegExp(
  [
    'src.(components.(?!fields|RichText|QrCode|choices|Dialog|Sheet|FormAlert|AccountFrame|NextButtons)|hooks.(?!useSubmit|useChosen)|lib.(?!tokenize|emojiNames|links|editText|past|typeAhead|days|repeat|zone)|texts.(?!areas|channelForms|messageMenu|articles|accounts|almanac|calendar|cards|chat|contacts|engagement|enrollment|entityPages|everyday|asking|status|followers|forward|feed|lunch|messages|moderation|panes|posting|repeat|search|start|subscribe|tokens|webhooks)|features.(?!almanac|articles|calendar|chat|context|contacts|entities|feed|lunch|messages|moderation))',
    `@tabler.(?!icons-react.dist.esm.icons.Icon(${LATER_ICONS.replaceAll(' ', '|')}).mjs)`,
    '@mantine.hooks.esm.(?!use-(click-outside|focus-(return|trap)|long-press)|utils.use-callback-ref)',
  ].join('|'),
);

/** What forms and dialogs share. */
const FORMS =
  /src.(area.Form.tsx|hooks.(useSubmit|useChosen)|components.(choices|Dialog|Sheet|FormAlert|AccountFrame|NextButtons))/;

/** What the header of somebody signed in shares with their pages; the bell's list comes with its panel. */
const OWN =
  /icons.Icon(Article|BuildingCommunity|Checklist|Photo|User).mjs|src.(commands|realtime|lib.picture|components.CountBadge|features.(accounts.(?!tokens)|(contacts|moderation).keys|context|notifications.(?!NotificationList)|search.(?!Found)|chat.paths))|@tanstack.(query-core|react-query).(?!.*(queriesObserver|useQueries))/;
/** What parts of the chat share that come when somebody asks for them. */
/** How an event's forms and sheets look. */
const SHEETS = /calendar.(editor.editor|components.(sheets|list)|filters.filters).module/;
const EVERYDAY =
  /src.(features.chat.(everyday|asking|slash|forward)|texts.(everyday|asking|forward))/;
/** Being busy or away: the settings show it, too. */
const STATUS = /src.(features.status|texts.status|lib.comingTime)/;
/** What pages about organisations, people and settings share. */
const CARDS =
  /src.(components.(Card|Dialog|choices)|features.(entities.(?!components.EntityFields)|people.(?!api))|texts.(entityPages|people))/;

/** What contacts share with a person's page and card; not what their dialogs alone show. */
const PEOPLE =
  /src.(features.contacts.(?!keys|AddPage|index|components.(AddMe|InviteForm|PersonCard|Greeting|RequestLists|BlockedList|FollowingList|PrivacyDialog|Suggestions))|texts.contacts)/;

/** A line of text by Mantine, and its other fields that need nothing else of it. */
const INPUT = /@mantine.core.esm.components.(Input|InputBase|TextInput)./;
const INPUTS =
  /@mantine.core.esm.components.(Textarea|NativeSelect|PasswordInput|ActionIcon|Combobox.(ComboboxChevron|get-parsed|Combobox.module))/;
/** Small things of Mantine that would otherwise bring what they happen to lie beside. */
const BITS =
  /@mantine.(hooks.esm.(utils|use-callback-ref|use-force-update)|core.esm.(core.(utils|MantineProvider.color-functions|styles-api)|components.(CloseButton|ScrollArea.utils)))/;
/** Toasts: fetched with every page, so that they bring nothing else. */
const TOASTS =
  /@mantine.(notifications|store|core.esm.components.Notification.)|react-transition-group/;

/** What repeats: events, and what is sent later. */
const REPEAT = /src.(area.RepeatFields|lib.repeat|texts.repeat)/;

/** What people write, as the chat and the feed show it. */
const WRITTEN = /src.(components.RichText|lib.(tokenize|emojiNames|links))/;

/** What a list of posts is drawn with: one file instead of ten of a few hundred bytes. */
const POSTS =
  /src.(texts.feed|features.feed.(useFeed|fold|words|onScreen|begun|components.(PostCard|PictureGrid|PostText|Speaker|feed.module|pictures.module|composer.module)))/;

// The server compares Origin with its own address, and in development the browser's
// page comes from another port.
const proxied = { target: backend, headers: { origin: backend } };
const proxy = {
  '/api': proxied,
  '/img': proxied,
  '/ws-notify': { ...proxied, ws: true },
};

export default defineConfig({
  plugins: [react(), lightLibraries(), themeStyles(), emojiData(), preloadFont(), stampPage()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: {
    __EMOJI_BASE__: JSON.stringify(EMOJI_BASE),
    __REVISION__: JSON.stringify(revision()),
  },
  server: { proxy },
  preview: { proxy },
  build: {
    manifest: true,
    assetsDir: 'assets',
    // Below these the minifier would rewrite light-dark(), which needs a literal
    // color-scheme; the colour scheme here is a custom property.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    target: ['chrome111', 'firefox114', 'safari16.4'],
    rolldownOptions: {
      output: {
        // A request costs more than a few kB: what every visit needs is one file, and what
        // several pages share is gathered into files that are worth one.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 6 },
            { name: 'kit', test: KIT, minShareCount: 4, priority: 5 },
            // Both headers have it.
            { name: 'menu', test: /SideMenu|IconMenu2/, minShareCount: 2, priority: 6 },
            { name: 'forms', test: FORMS, minShareCount: 3, priority: 4 },
            { name: 'own', test: OWN, minShareCount: 2, priority: 4 },
            { name: 'bits', test: BITS, minShareCount: 2, priority: 5 },
            { name: 'toasts', test: TOASTS, priority: 4 },
            { name: 'input', test: INPUT, minShareCount: 2, priority: 4 },
            { name: 'inputs', test: INPUTS, minShareCount: 2, priority: 4 },
            { name: 'chatApi', test: /src.features.chat.api/, minShareCount: 2, priority: 5 },
            { name: 'accounts', test: /src.texts.accounts/, minShareCount: 2, priority: 4 },
            { name: 'messages', test: /src.texts.messages/, minShareCount: 2, priority: 4 },
            { name: 'people', test: PEOPLE, minShareCount: 2, priority: 4 },
            { name: 'cards', test: CARDS, minShareCount: 2, priority: 3 },
            { name: 'days', test: /src.lib.(days|zone)/, minShareCount: 2, priority: 3 },
            { name: 'repeat', test: REPEAT, minShareCount: 2, priority: 0 },
            { name: 'fields', test: /@mantine|components.fields/, minShareCount: 3, priority: 2 },
            { name: 'written', test: WRITTEN, minShareCount: 2, priority: 2 },
            { name: 'posts', test: POSTS, minShareCount: 2, priority: 1 },
            { name: 'widgets', test: /@mantine|@floating-ui/, minShareCount: 2, priority: 1 },
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 1 },
            // Not what its dialogs alone look like: it would bring theirs into a first visit.
            {
              name: 'chat',
              test: /src.(texts.chat|features.chat(?!.(everyday|asking|slash|forward|webhooks|links|cards|voice|print|lib.completions|components.(modalStyles|dropTarget|EmojiSheet|ComposerOverlay|SuggestionList|WorkspaceList|ShutState|ComposerMode|ConnectionBar|SideHeader|SidePane|EmojiPanel|MessageMenu|MessageToolbar|dialogs))))/,
              minShareCount: 2,
              priority: 0,
            },
            { name: 'sheets', test: SHEETS, minShareCount: 2, priority: 0 },
            { name: 'everyday', test: EVERYDAY, minShareCount: 2, priority: 0 },
            { name: 'status', test: STATUS, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // One jsdom for each process instead of each file: the files keep contexts of their own.
    pool: 'vmForks',
    setupFiles: ['./src/test/setup.ts'],
    include: ['{src,examples}/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // What browsers get of it: for Node it speaks by other means than theirs.
    alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
    server: { deps: { inline: ['tus-js-client'] } },
    // Property tests share the machine with compilers.
    testTimeout: 60_000,
  },
});
