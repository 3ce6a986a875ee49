/** What one part of the page asks of another, as events of the browser. */
export const OPEN_CREATE = 'openCreateModal';
export const CREATE_POST = 'openCreatePost';
export const FOCUS_SEARCH = 'focusSearch';
export const OPEN_SHORTCUTS = 'openShortcuts';
export const OPEN_SWITCHER = 'openSwitcher';
export const RESET_CALENDAR = 'resetCalendar';

export const SEARCH_FOCUS_DELAY = 50;

let createWanted = false;

/** May come before the dialog's host is loaded, which then asks for it. */
export function openCreate(): void {
  createWanted = true;
  window.dispatchEvent(new Event(OPEN_CREATE));
}

/** Whether it was asked for and nobody has answered yet. */
export function takeCreateWish(): boolean {
  const wanted = createWanted;
  createWanted = false;
  return wanted;
}

export const focusSearch = () => window.dispatchEvent(new Event(FOCUS_SEARCH));
export const openShortcuts = () => window.dispatchEvent(new Event(OPEN_SHORTCUTS));
let switcherWanted = false;

/** May come before its host is loaded, as above. */
export function openSwitcher(): void {
  switcherWanted = true;
  window.dispatchEvent(new Event(OPEN_SWITCHER));
}

export function takeSwitcherWish(): boolean {
  const wanted = switcherWanted;
  switcherWanted = false;
  return wanted;
}

/** What I say of myself for a while, or when I am left alone. */
export type StatusWish = 'status' | 'quiet';
export const OPEN_STATUS = 'openStatus';

let statusWanted: StatusWish | null = null;

/** May come before its host is loaded, as above. */
export function openStatus(what: StatusWish): void {
  statusWanted = what;
  window.dispatchEvent(new Event(OPEN_STATUS));
}

export function takeStatusWish(): StatusWish | null {
  const wanted = statusWanted;
  statusWanted = null;
  return wanted;
}

/** What somebody reports, of whatever area: a post by its uuid, everything else by its number. */
export type ReportWish =
  | { targetType: 'POST' | 'ARTICLE'; targetId: string }
  | { targetType: 'MESSAGE' | 'COMMENT' | 'PERSON' | 'INFOPOINT'; targetId: number };
export const OPEN_REPORT = 'openReport';

let reportWanted: ReportWish | null = null;

/** May come before its host is loaded, as above. */
export function openReport(what: ReportWish): void {
  reportWanted = what;
  window.dispatchEvent(new Event(OPEN_REPORT));
}

export function takeReportWish(): ReportWish | null {
  const wanted = reportWanted;
  reportWanted = null;
  return wanted;
}

export const resetCalendar = () => window.dispatchEvent(new Event(RESET_CALENDAR));

/** Hears an event until the answered function is called. */
export function on<T = undefined>(type: string, heard: (detail: T | undefined) => void) {
  const listener = (event: Event) => heard((event as CustomEvent<T>).detail ?? undefined);
  window.addEventListener(type, listener);
  return () => window.removeEventListener(type, listener);
}

export const START_GUIDE = 'startGuide';
export const startGuide = (id: string) =>
  window.dispatchEvent(new CustomEvent(START_GUIDE, { detail: id }));
