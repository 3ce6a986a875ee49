/** How keys are written for people: 'Ctrl/⌘+K'. */
export const keyName = (keys: string): string =>
  keys
    .split(' ')
    .map((one) =>
      one.length === 1
        ? one.toLocaleUpperCase('sv')
        : one
            .replace('mod+', 'Ctrl/⌘+')
            .replace('alt+', 'Alt+')
            .replace('arrowdown', '↓')
            .replace('arrowup', '↑')
            .replace(/\+\p{L}$/u, (key) => key.toUpperCase()),
    )
    .join(' ');
