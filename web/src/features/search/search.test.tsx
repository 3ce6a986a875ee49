import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { network, Refusal, signIn, signOut } from '@/test/world.ts';
import { fill, spec } from '../../../e2e/spec/spec.ts';
import { GlobalSearch } from './GlobalSearch.tsx';
import { LocalityView, MunicipalityView } from './PlaceView.tsx';
import SearchPage from './SearchPage.tsx';

const one = (type: string, slug: string, name = slug) => ({
  slug,
  name,
  type,
  location: null,
  imgUrl: null,
  group: type,
});
const found = [
  { group: 'Personer', content: [one('person', 'anna-ek', 'Anna Ek'), one('person', 'hanna')] },
  { group: 'Organisationer', content: [one('association', 'annas-vanner', 'Annas vänner')] },
];

afterEach(() => void vi.useRealTimers());

describe('the search field [shell 2.54 2.55 3.5 7.3]', () => {
  const field = () => screen.getByPlaceholderText(spec['2.54'].placeholder);

  it('suggests while typing, and Enter goes to what is chosen by arrows', async () => {
    network({ 'GET /api/public/search': { groups: found } });
    const { at } = draw(<GlobalSearch />);
    await userEvent.type(field(), 'anna');
    expect(await screen.findByRole('group', { name: 'Personer' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('3 förslag');
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: 'Anna Ek' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(field()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: 'Anna Ek' }).id,
    );
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(at()).toBe(fill(spec['2.55'].result, 'annas-vanner'));
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  it('without a choice, Enter shows everything that was found', async () => {
    network({ 'GET /api/public/search': { groups: found } });
    const { at } = draw(<GlobalSearch />);
    await userEvent.type(field(), 'å & ö{Enter}');
    expect(at()).toBe('/search?q=%C3%A5%20%26%20%C3%B6');
  });

  it('asks once for a word, not for each letter', async () => {
    const calls = network();
    draw(<GlobalSearch />);
    vi.useFakeTimers();
    act(() => field().focus());
    for (const text of ['a', 'an', 'ann', 'anna']) {
      fireEvent.change(field(), { target: { value: text } });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(calls.filter(({ call }) => call.endsWith('/search'))).toHaveLength(1);
  });

  it('says when nothing is found, and when nobody answers', async () => {
    network({ 'GET /api/public/search': { groups: [] } });
    const first = draw(<GlobalSearch />);
    await userEvent.type(field(), 'zebra');
    expect(await screen.findByText('Inget hittades för ”zebra”.')).toBeInTheDocument();
    first.unmount();
    network({ 'GET /api/public/search': new Refusal(503) });
    draw(<GlobalSearch />);
    await userEvent.type(field(), 'zebra');
    const failed = 'Sökningen svarar inte just nu. Försök igen om en stund.';
    expect(await screen.findByRole('button', { name: 'Försök igen' })).toBeInTheDocument();
    // Said once: the text beside it is for those who see.
    expect(screen.getByRole('status')).toHaveTextContent(failed);
    // There again: the field has what was asked, and the keyboard.
    network({ 'GET /api/public/search': { groups: found } });
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await screen.findByRole('option', { name: 'Anna Ek' })).toBeInTheDocument();
    expect(screen.queryByText(failed)).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
  });

  it('tells localities of one municipality apart, though one address leads to all', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const at = 'ortskalendrar/lulea';
    const content = [
      one('kommun', at, 'Luleå'),
      one('tatort', at, 'Luleå'),
      one('tatort', at, 'Gammelstad'),
    ];
    network({ 'GET /api/public/search': { groups: [{ group: 'Platser', content }] } });
    const page = draw(<GlobalSearch />);
    await userEvent.type(field(), 'l');
    expect(await screen.findAllByRole('option', { name: 'Luleå' })).toHaveLength(2);
    // React says when two of a list have one key.
    expect(report.mock.calls.flat().join()).not.toContain('same key');
    report.mockRestore();
    await userEvent.click(screen.getByRole('option', { name: 'Gammelstad' }));
    expect(page.at()).toBe('/ortskalendrar/lulea');
  });
});

describe('the search page', () => {
  it('asks for what a filter names, and keeps the words', async () => {
    signIn();
    network({ 'GET /api/public/search': { groups: found } });
    const { at } = draw(<SearchPage />, '/search?q=anna');
    const filters = await screen.findByRole('navigation', { name: 'Vad du letar efter' });
    expect(within(filters).getByRole('link', { name: 'Allt' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await userEvent.click(within(filters).getByRole('link', { name: 'Kanaler' }));
    expect(at()).toBe('/search?q=anna&types=channel');
    expect(within(filters).getByRole('link', { name: 'Kanaler' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('offers a stranger nothing that only people who are signed in have', async () => {
    signOut();
    network({ 'GET /api/public/search': { groups: found } });
    draw(<SearchPage />, '/search?q=anna');
    const filters = await screen.findByRole('navigation', { name: 'Vad du letar efter' });
    expect(
      within(filters)
        .getAllByRole('link')
        .map((one) => one.textContent),
    ).toEqual(['Allt', 'Personer', 'Händelser', 'Organisationer', 'Platser', 'Dagar']);
  });
});

describe('the page of a local area', () => {
  const lulea = {
    idMunicipality: 2580,
    code: '2580',
    name: 'Luleå',
    fullName: 'Luleå kommun',
    countyCode: '25',
    countyName: 'Norrbottens län',
    slug: 'ortskalendrar/lulea',
  };
  const locality = (name: string, page: string) => ({
    slug: page,
    name,
    page: `ortskalendrar/${page}`,
    municipality: lulea,
  });
  const NONE = { content: [] };

  it('leads from a municipality to its localities, but for the one that bears its name', async () => {
    network({
      'GET /api/public/search': { groups: [] },
      'GET /api/public/municipalities/lulea/events': NONE,
      'GET /api/public/municipalities/lulea/localities': {
        content: [locality('Gammelstad', 'gammelstad'), locality('Luleå', 'lulea')],
      },
    });
    draw(<MunicipalityView place={lulea} />, '/ortskalendrar/lulea');
    const list = await screen.findByRole('navigation', { name: 'Tätorter' });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Gammelstad', '/ortskalendrar/gammelstad'],
    ]);
  });

  it('leads from a locality to its municipality', async () => {
    network({ 'GET /api/public/tatort/slug/gammelstad/events': NONE });
    draw(
      <LocalityView place={locality('Gammelstad', 'gammelstad')} />,
      '/ortskalendrar/gammelstad',
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Gammelstad' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Luleå kommun' })).toHaveAttribute(
      'href',
      '/ortskalendrar/lulea',
    );
  });
});
