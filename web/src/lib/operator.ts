/**
 * Who runs this server: as its settings say (KALENDER_…, which come with the page), else as given when
 * the web app was built (VITE_… variables). Without either the number is one of those that are kept
 * free for examples, and what has no address is not shown.
 */
const env = import.meta.env;

type Given = Partial<
  Record<
    | 'supportPhone'
    | 'supportMail'
    | 'sourceUrl'
    | 'helpUrl'
    | 'socialLinks'
    | 'sisterServices'
    | 'mapTiles'
    | 'mapAttribution',
    string
  >
>;

/** What the server wrote into the page (http/src/platform/web_app/operator.rs). */
function read(): Given {
  const text = globalThis.document?.getElementById('operator')?.textContent;
  return text ? JSON.parse(text) : {};
}

const given = read();

export const support = {
  phone: given.supportPhone || env.VITE_SUPPORT_PHONE || '08-465 004 00',
  mail: given.supportMail || env.VITE_SUPPORT_MAIL || 'support@kalender.example',
};

export const contactLinks = {
  /** Where the code of the running server is published; a page of ours without it. */
  source: given.sourceUrl || env.VITE_SOURCE_URL || '/docs/oppen-kallkod',
  help: given.helpUrl || env.VITE_HELP_URL || '/docs/guider',
};

/** 'Namn=https://…', separated by spaces; anything else is left out. */
export function parseLinks(text: string): { label: string; to: string }[] {
  return text.split(/\s+/).flatMap((one) => {
    const [, label, to] = /^([^=]+)=(https:\/\/[^\s]+)$/.exec(one) ?? [];
    return label && to ? [{ label, to }] : [];
  });
}

export const socialLinks = parseLinks(given.socialLinks || env.VITE_SOCIAL_LINKS || '');
/** Sister services that signing in may lead back to, by name. */
export const sisterServices = parseLinks(given.sisterServices || env.VITE_SISTER_SERVICES || '');

/** A map's pictures, 'https://…/{z}/{x}/{y}.png', and whose they are; without an address maps are drawn of what comes with the app. */
export const mapTiles = {
  address: given.mapTiles || env.VITE_MAP_TILES || '',
  attribution: given.mapAttribution || env.VITE_MAP_ATTRIBUTION || '',
};

/** What was built; the specification's stamp where no revision is known. */
export const stampOf = (known: string): string => known || '8b32a14d';
export const revision = stampOf(__REVISION__);
