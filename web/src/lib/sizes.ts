const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 25 MB, 1,4 MB, 300 B. */
export function sizeOf(bytes: number): string {
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toLocaleString('sv-SE', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
