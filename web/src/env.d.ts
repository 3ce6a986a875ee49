/// <reference types="vite/client" />

/** Where the Swedish emoji data lies on our own server (scripts/emoji.ts). */
declare const __EMOJI_BASE__: string;
/** The revision that was built; empty where none is known. */
declare const __REVISION__: string;

/** Who runs the server; all may be left out (lib/operator.ts). */
interface ImportMetaEnv {
  readonly VITE_SUPPORT_PHONE?: string;
  readonly VITE_SUPPORT_MAIL?: string;
  readonly VITE_SOURCE_URL?: string;
  readonly VITE_HELP_URL?: string;
  readonly VITE_SOCIAL_LINKS?: string;
  readonly VITE_SISTER_SERVICES?: string;
  readonly VITE_MAP_TILES?: string;
  readonly VITE_MAP_ATTRIBUTION?: string;
}
