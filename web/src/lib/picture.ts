export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_BYTES = 10 * 1024 * 1024;

/** What the server would refuse, before it is sent: the name of the words for it. */
export function checkPicture(
  file: Pick<File, 'type' | 'size'>,
): 'pictureType' | 'pictureSize' | null {
  if (!PICTURE_TYPES.includes(file.type)) return 'pictureType';
  return file.size > MAX_BYTES ? 'pictureSize' : null;
}

/** Where a picture is, by its id. The server also gives whole paths; missing, empty and '0' mean none. */
export function pictureOf(kind: 'user' | 'entity', image: string | number | null): string | null {
  const id = String(image ?? '');
  if (id === '' || id === '0') return null;
  return id.startsWith('/') ? id : `/img/${kind}/${id}`;
}
