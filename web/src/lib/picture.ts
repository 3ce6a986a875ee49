export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 10 * 1024 * 1024;

/** What the server would refuse, before it is sent: the name of the words for it. */
export function checkPicture(
  file: Pick<File, 'type' | 'size'>,
): 'pictureType' | 'pictureSize' | null {
  if (!PICTURE_TYPES.includes(file.type)) return 'pictureType';
  return file.size > MAX_BYTES ? 'pictureSize' : null;
}
