/// <reference types="vite/client" />

/** Where the Swedish emoji data lies on our own server (scripts/emoji.ts). */
declare const __EMOJI_BASE__: string;
