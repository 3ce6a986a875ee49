/** The guide to places: the list and what is asked for it, favourites, adding and changing a place. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, membership, network, Refusal, signIn, signOut } from '@/test/world.ts';
import EditInfopointPage from './EditInfopointPage.tsx';
import InfopointPage from './InfopointPage.tsx';
import InfopointsPage from './InfopointsPage.tsx';
import MyInfopoints from './MyInfopoints.tsx';
import NewInfopointPage from './NewInfopointPage.tsx';
import PlacesOf from './PlacesOf.tsx';
import { playground } from './samples.ts';
import type { Infopoint } from './types.ts';

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => {
  notifications.clean();
  signOut();
  Reflect.deleteProperty(navigator, 'geolocation');
});

const club = {
  kind: 'entity',
  id: 3,
  name: 'Björkens IF',
  slug: 'bjorkens-if',
  entityType: 'sports-club',
} as const;
const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const FOUND = 'GET /api/public/infopoints';
const ONE = 'GET /api/public/infopoints/12';
const CONNECT = 'PUT /api/v1/infopoints/12/connection';
const MINE = 'GET /api/v1/me/infopoints';
const found = (...content: Infopoint[]) => ({ content, truncated: false });
const mine = (content: Infopoint[], municipalities: object[] = []) => ({
  content,
  hasMore: false,
  cursor: null,
  municipalities,
});

function at(path: string, answers: Answers = {}) {
  const calls = network({
    [FOUND]: found(playground),
    [ONE]: playground,
    [MINE]: mine([]),
    ...answers,
  });
  const view = draw(
    <Routes>
      <Route path="/infopoint" element={<InfopointsPage />} />
      <Route path="/infopoint/ny" element={<NewInfopointPage />} />
      <Route path="/infopoint/:idInfopoint" element={<InfopointPage />} />
      <Route path="/infopoint/:idInfopoint/redigera" element={<EditInfopointPage />} />
      <Route path="/mine" element={<MyInfopoints />} />
      <Route path="/of" element={<PlacesOf {...club} />} />
    </Routes>,
    path,
  );
  return {
    ...view,
    sent: (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body),
    /** What was asked of the list, newest last. */
    asked: () =>
      vi
        .mocked(fetch)
        .mock.calls.map(([input]) => new URL(String(input), window.location.href))
        .filter(({ pathname }) => pathname === '/api/public/infopoints')
        .map(({ searchParams }) => Object.fromEntries(searchParams)),
  };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
const FAVORITE = 'Favorit: Trädgårdsföreningens lekplats';

/** The device stands at Stockholm's town hall. */
function device(answer: 'here' | 1 | 2 | 3 = 'here') {
  const getCurrentPosition = vi.fn(
    (done: PositionCallback, failed: (error: { code: number }) => void) =>
      answer === 'here'
        ? done({ coords: { longitude: 18.0545678, latitude: 59.3274321 } } as GeolocationPosition)
        : failed({ code: answer }),
  );
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition },
  });
  return getCurrentPosition;
}

describe('the list', () => {
  it('has groups of places, of which each leads closer and the focus to what is there', async () => {
    const { asked } = at('/infopoint', {
      [FOUND]: (() => {
        let times = 0;
        return () => {
          times += 1;
          return times === 1
            ? { clusters: [{ lon: 15.62, lat: 58.41, count: 12 }], truncated: false }
            : found(playground);
        };
      })(),
    });
    const list = await screen.findByRole('list', { name: 'Platser på kartan' });
    await userEvent.click(within(list).getByRole('button', { name: '12 platser kring Linköping' }));
    expect(await screen.findByRole('link', { name: playground.name })).toHaveAttribute(
      'href',
      '/infopoint/12',
    );
    expect(screen.getByRole('heading', { name: 'Platser på kartan' })).toHaveFocus();
    const [first, second] = asked().map(({ bbox }) => (bbox ?? '').split(',').map(Number));
    const size = (box: number[] = []) => (box[2] ?? 0) - (box[0] ?? 0);
    expect(size(second)).toBeLessThan(size(first) / 2);
    await userEvent.click(await button('Visa hela Sverige'));
    expect(await button('12 platser kring Linköping')).toBeVisible();
  });

  it('is of one type by its address', async () => {
    const { asked, at: where } = at('/infopoint?type=PARK');
    await waitFor(() => expect(asked()[0]?.type).toBe('PARK'));
    await userEvent.selectOptions(screen.getByLabelText('Typ av plats'), 'Badplats');
    await waitFor(() => expect(asked().at(-1)?.type).toBe('BATHING_PLACE'));
    expect(where()).toBe('/infopoint?type=BATHING_PLACE');
  });

  it('of a word asks by name, which stands in the address', async () => {
    const { asked, at: where } = at('/infopoint');
    await userEvent.type(screen.getByLabelText('Sök plats'), 'lek');
    await waitFor(() => expect(asked().at(-1)).toEqual({ q: 'lek' }));
    expect(where()).toBe('/infopoint?q=lek');
    expect(await screen.findByRole('list', { name: 'Platser som heter ”lek”' })).toBeVisible();
  });

  it('asks where the device is on a click alone, and tells three decimals of it (contract §11.1)', async () => {
    const ask = device();
    const { asked, at: where } = at('/infopoint', {
      [FOUND]: found({ ...playground, distance: 1234 }),
    });
    await screen.findByRole('link', { name: playground.name });
    expect(ask).not.toHaveBeenCalled();
    await userEvent.click(await button('Nära mig'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ near: '18.055,59.327', radius: '2000' }));
    expect(await screen.findByText(/1,2 km bort/)).toBeVisible();
    expect(where()).toBe('/infopoint');
    await userEvent.selectOptions(screen.getByLabelText('Hur nära'), 'Inom 10 km');
    await waitFor(() => expect(asked().at(-1)?.radius).toBe('10000'));
    await userEvent.click(await button('Sluta visa nära mig'));
    expect(await screen.findByRole('heading', { name: 'Platser på kartan' })).toBeVisible();
  });

  it.each([
    [1, /får inte läsa din position/],
    [2, /går inte att hämta just nu/],
    [3, /för lång tid/],
  ] as const)('says what went wrong with the position (%i)', async (code, words) => {
    device(code);
    at('/infopoint');
    await userEvent.click(await button('Nära mig'));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });

  it('says that there is nothing, that there is more, and that it failed', async () => {
    const { unmount } = at('/infopoint', { [FOUND]: found() });
    expect(await screen.findByRole('heading', { name: 'Inga platser här' })).toBeVisible();
    unmount();
    const second = at('/infopoint', { [FOUND]: { content: [playground], truncated: true } });
    expect(await screen.findByText(/^Det finns fler\./)).toBeVisible();
    second.unmount();
    at('/infopoint', { [FOUND]: new Refusal(400) });
    expect(await screen.findByText('Det gick inte att hämta innehållet.')).toBeVisible();
  });
});

describe('a favourite', () => {
  it('is seen before the server answers, and can be taken back', async () => {
    let answer = (_: unknown) => {};
    const { sent } = at('/infopoint', {
      [CONNECT]: () => new Promise((done) => (answer = done)),
    });
    await userEvent.click(await button(FAVORITE));
    expect(pressed(FAVORITE)).toBe('true');
    expect(sent(CONNECT)).toEqual([{ flFavorite: true }]);
    const connection = {
      idInfopointConnection: 5,
      idInfopoint: 12,
      flFavorite: true,
      flNotification: false,
    };
    answer(connection);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    const undo = undoing();
    answer = () => {};
    undo();
    await waitFor(() => expect(pressed(FAVORITE)).toBe('false'));
    expect(sent(CONNECT)).toEqual([{ flFavorite: true }, { flFavorite: false }]);
  });

  it('that the server refuses is none', async () => {
    at('/infopoint', { [CONNECT]: new Refusal(429, 'LIMITED', 5) });
    await userEvent.click(await button(FAVORITE));
    await waitFor(() => expect(pressed(FAVORITE)).toBe('false'));
    expect(toasts()).toHaveLength(1);
  });

  it('and the bell are two choices: neither undoes the other', async () => {
    const connection = { idInfopointConnection: 5, idInfopoint: 12, flFavorite: true };
    const answers = [false, true].map((flNotification) => ({ ...connection, flNotification }));
    const { sent } = at('/infopoint/12', { [CONNECT]: () => answers.shift() });
    await userEvent.click(await button(FAVORITE));
    await userEvent.click(await button('Bevaka: Trädgårdsföreningens lekplats'));
    expect(pressed(FAVORITE)).toBe('true');
    await waitFor(() =>
      expect(sent(CONNECT)).toEqual([{ flFavorite: true }, { flNotification: true }]),
    );
  });

  it('is for who is signed in', async () => {
    signOut();
    at('/infopoint/12');
    expect(await screen.findByRole('link', { name: /^Logga in för att spara/ })).toHaveAttribute(
      'href',
      '/login?next=%2Finfopoint%2F12',
    );
    expect(screen.queryByRole('button', { name: FAVORITE })).not.toBeInTheDocument();
  });
});

/** Presses 'Ångra' of the only toast there is. */
function undoing(): () => void {
  type Drawn = { props: { children: { props: { onClick: () => void } }[] } };
  const shown = toasts().map(({ message }) => message as Drawn);
  return shown[0]?.props.children[1]?.props.onClick ?? (() => {});
}

describe('new places in a municipality', () => {
  it('are notified of after a click on one of its places, seen at once', async () => {
    const { sent } = at('/infopoint/12', {
      'PUT /api/v1/me/infopoints/municipalities/580': () => new Promise(() => {}),
    });
    const name = 'Meddela mig om nya platser i Linköping';
    await userEvent.click(await button(name));
    expect(pressed(name)).toBe('true');
    await waitFor(() =>
      expect(sent('PUT /api/v1/me/infopoints/municipalities/580')).toHaveLength(1),
    );
  });

  it('stand with the favourites, where they end', async () => {
    const connection = {
      idInfopointConnection: 5,
      idInfopoint: 12,
      flFavorite: true,
      flNotification: false,
    };
    const DELETE = 'DELETE /api/v1/me/infopoints/municipalities/580';
    const { sent } = at('/mine', {
      [MINE]: mine([{ ...playground, connection }], [{ idMunicipality: 580, name: 'Linköping' }]),
      'GET /api/v1/infopoints': { content: [], hasMore: false, cursor: null },
      [DELETE]: undefined,
    });
    expect(await button(FAVORITE)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(await button('Sluta meddela om Linköping'));
    await waitFor(() => expect(sent(DELETE)).toHaveLength(1));
  });
});

describe('a place', () => {
  it('is shown with all that is known of it', async () => {
    at('/infopoint/12');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(playground.name);
    expect(screen.getByText('Lekplats')).toBeVisible();
    for (const words of ['Alltid öppen', 'Parkgatan 1', 'Linköping']) {
      expect(screen.getByText(words, { selector: 'dd' })).toBeVisible();
    }
    expect(screen.getByText('58,4069° N, 15,620123° Ö')).toBeVisible();
    expect(screen.getByRole('link', { name: 'https://exempel.se/lek' })).toHaveAttribute(
      'rel',
      'noreferrer',
    );
    expect(screen.getByRole('link', { name: 'Bo Alm' })).toHaveAttribute('href', '/u/bo-alm');
    expect(screen.queryByRole('link', { name: /Ändra/ })).not.toBeInTheDocument();
  });

  it('that is gone says so', async () => {
    at('/infopoint/12', { [ONE]: new Refusal(404) });
    expect(await screen.findByRole('heading', { name: 'Platsen finns inte' })).toBeVisible();
  });

  it('is removed after a question', async () => {
    const DELETE = 'DELETE /api/v1/infopoints/12';
    const { sent, at: where } = at('/infopoint/12', {
      [ONE]: { ...playground, abilities: ['EDIT', 'DELETE'] },
      [DELETE]: undefined,
    });
    await userEvent.click(await button('Ta bort'));
    expect(sent(DELETE)).toHaveLength(0);
    const dialog = screen.getByRole('dialog', { name: `Ta bort ${playground.name}?` });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(where()).toBe('/infopoint'));
    expect(sent(DELETE)).toHaveLength(1);
  });
});

const DRAFT = 'POST /api/v1/infopoints/draft';
const drafted = (more: object = {}) => ({
  step: 1,
  warnings: [],
  swapped: null,
  similar: [],
  municipality: 'Linköping',
  ...more,
});
const fillPlace = async (latitude: string, longitude: string) => {
  await userEvent.type(await screen.findByLabelText('Platsens namn'), 'Lekplatsen');
  await userEvent.type(screen.getByLabelText(/^Latitud/), latitude);
  await userEvent.type(screen.getByLabelText(/^Longitud/), longitude);
};
const next = async () => userEvent.click(await button('Nästa'));

describe('the places of an organisation', () => {
  const OF = 'GET /api/public/entities/3/infopoints';
  const page = (content: Infopoint[], cursor: number | null = null) => ({
    content,
    page: 0,
    size: 5,
    hasMore: cursor !== null,
    cursor,
  });
  const section = () => screen.findByRole('region', { name: 'Platser' });

  it('stand on its page, the newest first, with the way to more and to a new one', async () => {
    let times = 0;
    at('/of', {
      [OF]: () => {
        times += 1;
        return times === 1
          ? page([playground], 12)
          : page([{ ...playground, idInfopoint: 11, name: 'Björkvallen' }]);
      },
      'GET /api/v1/me/entities': list([membership(3, 'EDITOR')]),
    });
    const places = within(await section()).getByRole('list', { name: 'Platser av Björkens IF' });
    expect(within(places).getByRole('link', { name: playground.name })).toHaveAttribute(
      'href',
      '/infopoint/12',
    );
    expect(await screen.findByRole('link', { name: 'Lägg till en plats' })).toHaveAttribute(
      'href',
      '/infopoint/ny?organization=3',
    );
    await userEvent.click(await button('Visa fler'));
    expect(await within(places).findByRole('link', { name: 'Björkvallen' })).toBeInTheDocument();
  });

  it.each([
    ['EDITOR', true],
    ['MEMBER', false],
  ] as const)('where there are none, %s sees so and adds one: %s', async (relation, adds) => {
    at('/of', { [OF]: page([]), 'GET /api/v1/me/entities': list([membership(3, relation)]) });
    await waitFor(() => expect(vi.mocked(fetch)).toHaveBeenCalledTimes(2));
    if (adds) expect(await section()).toHaveTextContent('Här finns inga platser än.');
    else expect(screen.queryByRole('region', { name: 'Platser' })).toBeNull();
  });
});

describe('a new place', () => {
  it('needs a name and coordinates before its second step', async () => {
    const { sent } = at('/infopoint/ny');
    await next();
    expect(await screen.findByText('Skriv platsens namn.')).toBeVisible();
    expect(screen.getByLabelText('Platsens namn')).toHaveFocus();
    expect(screen.getByText(/^Skriv latituden som ett tal/)).toBeVisible();
    expect(sent(DRAFT)).toHaveLength(0);
  });

  it('is made in two steps, with decimal commas understood', async () => {
    const POST = 'POST /api/v1/infopoints';
    const { sent, at: where } = at('/infopoint/ny', {
      [DRAFT]: drafted(),
      [POST]: { ...playground, ...drafted() },
    });
    await fillPlace('58,4069', '15,6201');
    await next();
    expect(
      await screen.findByRole('heading', { name: 'Steg 2 av 2: Mer om platsen' }),
    ).toHaveFocus();
    expect(sent(DRAFT)).toEqual([{ name: 'Lekplatsen', latitude: 58.4069, longitude: 15.6201 }]);
    await userEvent.click(await button('Lägg till platsen'));
    expect(await screen.findByText('Välj vad det är för plats.')).toBeVisible();
    expect(sent(POST)).toHaveLength(0);
    await userEvent.selectOptions(screen.getByLabelText('Vad är det för plats?'), 'Lekplats');
    await userEvent.type(screen.getByLabelText('Öppettider'), 'Alltid');
    await userEvent.click(await button('Lägg till platsen'));
    await waitFor(() => expect(where()).toBe('/infopoint/12'));
    expect(sent(POST)).toEqual([
      {
        name: 'Lekplatsen',
        latitude: 58.4069,
        longitude: 15.6201,
        idType: 'PLAYGROUND',
        description: '',
        address: '',
        link: '',
        hours: 'Alltid',
      },
    ]);
    expect(toasts().at(-1)?.message).toBe('Platsen finns nu på kartan');
  });

  it('outside of Sweden asks whether the two numbers changed places, and changes them', async () => {
    const answers = [
      drafted({ warnings: ['OUTSIDE_SWEDEN'], swapped: { latitude: 58.4069, longitude: 15.6201 } }),
      drafted(),
    ];
    const { sent } = at('/infopoint/ny', { [DRAFT]: () => answers.shift() });
    await fillPlace('15,6201', '58,4069');
    await next();
    expect(await screen.findByText(/Bytte du plats på latitud och longitud\?/)).toBeVisible();
    await userEvent.click(await button('Byt plats på dem'));
    expect(screen.getByLabelText(/^Latitud/)).toHaveValue('58,4069');
    expect(screen.getByLabelText(/^Longitud/)).toHaveValue('15,6201');
    expect(screen.queryByText(/Bytte du plats/)).not.toBeInTheDocument();
    expect(await button('Nästa')).toHaveFocus();
    await next();
    await screen.findByRole('heading', { name: /^Steg 2/ });
    expect(sent(DRAFT)[1]).toMatchObject({ latitude: 58.4069, longitude: 15.6201 });
  });

  it('with the name of one beside it shows that one, and goes on if one wants', async () => {
    at('/infopoint/ny', { [DRAFT]: drafted({ similar: [{ ...playground, distance: 30 }] }) });
    await fillPlace('58.4069', '15.6201');
    await next();
    expect(await screen.findByRole('heading', { name: 'Är det samma plats?' })).toBeVisible();
    expect(screen.getByRole('link', { name: playground.name })).toHaveAttribute(
      'href',
      '/infopoint/12',
    );
    await userEvent.click(await button('Fortsätt ändå'));
    expect(await screen.findByRole('heading', { name: /^Steg 2/ })).toBeVisible();
  });

  it('takes both numbers from one text that is pasted', async () => {
    at('/infopoint/ny');
    await userEvent.click(await screen.findByLabelText(/^Latitud/));
    await userEvent.paste('59.3293, 18.0686');
    expect(screen.getByLabelText(/^Latitud/)).toHaveValue('59.3293');
    expect(screen.getByLabelText(/^Longitud/)).toHaveValue('18.0686');
  });

  it('takes the position of the device on a click, three decimals of it', async () => {
    device();
    at('/infopoint/ny');
    await userEvent.click(await button('Använd min position'));
    expect(screen.getByLabelText(/^Latitud/)).toHaveValue('59,327');
    expect(screen.getByLabelText(/^Longitud/)).toHaveValue('18,055');
  });

  it('stays on the device until it is made', async () => {
    const first = at('/infopoint/ny');
    await fillPlace('58,4', '15,6');
    first.unmount();
    at('/infopoint/ny');
    expect(await screen.findByLabelText('Platsens namn')).toHaveValue('Lekplatsen');
    await userEvent.click(await button('Börja om'));
    expect(screen.getByLabelText('Platsens namn')).toHaveValue('');
  });
});

describe('a place that is changed', () => {
  const PUT = 'PUT /api/v1/infopoints/12';
  const own = { ...playground, abilities: ['EDIT', 'DELETE'] };

  it('is sent with the version that was read', async () => {
    const { sent, at: where } = at('/infopoint/12/redigera', {
      [ONE]: own,
      [PUT]: { ...own, version: 4, ...drafted() },
    });
    const name = await screen.findByLabelText('Platsens namn');
    await userEvent.clear(name);
    await userEvent.type(name, 'Lekparken');
    await userEvent.click(await button('Spara'));
    await waitFor(() => expect(where()).toBe('/infopoint/12'));
    expect(sent(PUT)[0]).toMatchObject({ name: 'Lekparken', latitude: 58.4069, version: 3 });
  });

  it('by somebody else meanwhile is shown, and nothing is lost', async () => {
    const theirs = { ...own, version: 4, description: 'Stängd för vintern' };
    const answers = [
      new Refusal(409, 'STALE', undefined, { current: theirs }),
      { ...own, version: 5, ...drafted() },
    ];
    const { sent } = at('/infopoint/12/redigera', { [ONE]: own, [PUT]: () => answers.shift() });
    const name = await screen.findByLabelText('Platsens namn');
    await userEvent.clear(name);
    await userEvent.type(name, 'Lekparken');
    await userEvent.click(await button('Spara'));
    const dialog = await screen.findByRole('dialog', { name: 'Någon annan har ändrat platsen' });
    expect(within(dialog).getByText('Stängd för vintern')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara mitt' }));
    await waitFor(() => expect(sent(PUT)).toHaveLength(2));
    expect(sent(PUT)[1]).toMatchObject({ name: 'Lekparken', version: 4 });
  });

  it('is not for strangers', async () => {
    at('/infopoint/12/redigera');
    expect(await screen.findByRole('heading', { name: 'Platsen finns inte' })).toBeVisible();
  });
});
