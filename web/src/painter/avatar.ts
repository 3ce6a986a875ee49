/** As components/Avatar.tsx. */
import { hueOf, initials, sized } from '@/lib/avatar.ts';

/** Somebody's picture, or what stands for it; it is as large as the one that was drawn there when the app was built. */
export function paintAvatar(around: Element, name: string, image: string | null): void {
  const avatar = around.querySelector<HTMLElement>('[data-hue]');
  if (!avatar) return;
  avatar.dataset.hue = String(hueOf(name));
  const letters = avatar.lastElementChild;
  letters?.replaceChildren(initials(name));
  if (!image || image === '0') return;
  const size = Number.parseInt(avatar.style.width, 10);
  const picture = new Image(size, size);
  picture.alt = '';
  picture.onload = () => letters?.remove();
  picture.onerror = () => picture.remove();
  picture.src = sized(image, size);
  avatar.append(picture);
}
