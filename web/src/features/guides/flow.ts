/**
 * When guides are offered, what counts as done, and what the server is told. Knows no page: the
 * host gives it the calls, the words and the tour.
 */
import type { GuidesStatus } from '@/api/types.ts';
import { guideIds, isMandatory, MENU, normalised } from '@/lib/guideIds.ts';
import { guideTexts } from '@/texts/guides.ts';
import { type GuideCalls, isSignedOutError } from './api.ts';
import { forgetGuide, isDebugging, noteGuide, readGuide } from './local.ts';

export const FIRST_CHECK_MS = 1_500;
export const WELCOME_MS = 2_000;
export const SHOW_MS = 500;
export const TOUR_START_MS = 500;
export const RETRIES = 3;
export const COMPLETED_TOAST_MS = 3_000;
export const FAILED_TOAST_MS = 5_000;
const BACKOFF_MS = 1_000;

export type Tell = (type: 'success' | 'warning', message: string, duration: number) => void;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class GuideFlow {
  private readonly calls: GuideCalls;
  private readonly tell: Tell;

  constructor(calls: GuideCalls, tell: Tell) {
    this.calls = calls;
    this.tell = tell;
  }

  /** 1.5 s after the start, and 2 s later: whether the welcome is shown. */
  async firstCheck(): Promise<boolean> {
    await wait(FIRST_CHECK_MS);
    let status: GuidesStatus;
    try {
      status = await this.calls.status();
    } catch (error) {
      // Not signed in has nothing to welcome; any other failure counts as a guide completed.
      if (!isSignedOutError(error)) console.warn('the guides could not be checked', error);
      return false;
    }
    const { guides, hasCompletedMandatoryGuides } = status.status;
    void this.sendLate(guides.filter(({ completed }) => completed).map(({ guideId }) => guideId));
    const done =
      hasCompletedMandatoryGuides ||
      guides.some(({ completed }) => completed) ||
      guideIds.some((id) => readGuide(id).completed);
    if (done && !isDebugging()) return false;
    await wait(WELCOME_MS);
    return true;
  }

  /** From the welcome: the server hears of it, and the guide comes whether it answers or not. */
  async startFromWelcome(show: () => void): Promise<void> {
    noteGuide(MENU, { seen: true });
    await this.start(MENU);
    await wait(SHOW_MS);
    show();
  }

  async start(id: string): Promise<void> {
    noteGuide(id, { seen: true });
    await this.quietly('started', this.calls.start(id));
  }

  /** Whether a guide is still to be shown by itself. */
  async isDue(id: string): Promise<boolean> {
    if (isDebugging()) return true;
    if (readGuide(id).completed) return false;
    return (await this.calls.one(id))?.completed !== true;
  }

  async complete(id: string): Promise<void> {
    noteGuide(id, { seen: true, completed: new Date().toISOString(), failed: false });
    this.tell('success', guideTexts.completed, COMPLETED_TOAST_MS);
    for (let failures = 0; ; failures += 1) {
      try {
        await this.calls.complete(id);
        return;
      } catch (error) {
        if (failures === RETRIES) {
          console.warn('the guide could not be completed on the server', error);
          noteGuide(id, { failed: true });
          this.tell('warning', guideTexts.notSaved, FAILED_TOAST_MS);
          return;
        }
        await wait(BACKOFF_MS * 2 ** failures);
      }
    }
  }

  /** A mandatory guide that may be passed by counts as done. */
  async skip(id: string, manual: boolean, reason: string): Promise<void> {
    if (isMandatory(id, manual)) await this.complete(id);
    else await this.quietly('skipped', this.calls.skip(id, reason));
  }

  mayDismiss = (): Promise<boolean> => this.calls.canDismiss();

  async reset(id: string): Promise<void> {
    forgetGuide(id);
    await this.quietly('reset', this.calls.reset(normalised(id)));
  }

  async resetAll(): Promise<void> {
    for (const id of guideIds) await this.reset(id);
  }

  /** What the server was not told of earlier. */
  private async sendLate(known: string[]): Promise<void> {
    for (const id of guideIds) {
      if (!readGuide(id).failed) continue;
      if (known.includes(normalised(id))) {
        noteGuide(id, { failed: false });
        continue;
      }
      try {
        await this.calls.complete(id);
        noteGuide(id, { failed: false });
      } catch {
        // It stays here until next time.
      }
    }
  }

  private async quietly(what: string, call: Promise<unknown>): Promise<void> {
    try {
      await call;
    } catch (error) {
      console.warn(`the guide could not be ${what} on the server`, error);
    }
  }
}
