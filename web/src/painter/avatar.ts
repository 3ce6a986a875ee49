/** As components/Avatar.tsx. */
import { hueOf, initials, sized } from '@/lib/avatar.ts';

/** Somebody's picture, or what stands for it; it is as large as the one that was drawn there when the app was built. */
export function paintAvatar(around: Element, name: string, image: string | null): void {
  const avatar = around.querySelector<HTMLElement>('[data-hue]');
  if (!avatar) return;
  avatar.dataset.hue = String(hueOf(name));
  if (image && image !== '0') {
    const size = Number.parseInt(avatar.style.width, 10);
    const picture = new Image(size, size);
    picture.alt = '';
    picture.src = sized(image, size);
    avatar.replaceChildren(picture);
  } else avatar.lastElementChild?.replaceChildren(initials(name));
}
