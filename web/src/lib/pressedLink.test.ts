import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { followReplacedLinks } from './pressedLink.ts';

const drawn = (html: string) => {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const navigate = vi.fn();
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  followReplacedLinks(root, navigate);
  const link = root.querySelector('a');
  if (!link) throw new Error('no link');
  return { navigate, root, link };
};

afterEach(() => {
  document.body.innerHTML = '';
});

test('a drawn link that is replaced while it is pressed is followed', () => {
  const { navigate, root, link } = drawn('<a href="/artiklar/om-varen?a=1#b"><b>Om våren</b></a>');
  fireEvent.pointerDown(link.firstElementChild as Element, { button: 0 });
  root.innerHTML = '<a href="/artiklar/om-varen">Om våren</a>';
  fireEvent.pointerUp(root.firstElementChild as Element, { button: 0 });
  expect(navigate.mock.calls).toEqual([['/artiklar/om-varen?a=1#b']]);
  // Once: the next press is the app's.
  fireEvent.pointerDown(root.firstElementChild as Element, { button: 0 });
  root.innerHTML = '';
  fireEvent.pointerUp(document.body, { button: 0 });
  expect(navigate).toHaveBeenCalledTimes(1);
});

test.each([
  ['that stays', '<a href="/a">a</a>', {}, false],
  ['pressed with Ctrl', '<a href="/a">a</a>', { ctrlKey: true }, true],
  ['pressed with another button', '<a href="/a">a</a>', { button: 1 }, true],
  ['of another site', '<a href="https://example.se/a">a</a>', {}, true],
  ['for another window', '<a href="/a" target="_blank">a</a>', {}, true],
])('a link %s is left to the browser', (_, html, init, isReplaced) => {
  const { navigate, root, link } = drawn(html);
  fireEvent.pointerDown(link, { button: 0, ...init });
  if (isReplaced) root.innerHTML = '';
  fireEvent.pointerUp(document.body, { button: 0 });
  expect(navigate).not.toHaveBeenCalled();
});
