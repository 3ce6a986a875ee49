/** Pictures of what can be booked: shown to whoever books, changed by whoever manages it. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { described, moved } from '@/area/pictures.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import BookPage from './BookPage.tsx';
import ResourcePage from './ResourcePage.tsx';
import ResourcesPage from './ResourcesPage.tsx';
import { answersOf, bookables, button, hall as plainHall, signedInBefore } from './samples.ts';
import type { Bookable, BookablePicture } from './types.ts';

signedInBefore();

const picture = (id: string, alt = ''): BookablePicture => ({
  id,
  url: `/img/bookable/4?v=${id}`,
  width: 640,
  height: 480,
  alt,
});
const stage = picture('a1', 'En scen');
const floor = picture('b2');
const hall: Bookable = {
  ...plainHall,
  pictures: [stage, floor],
  abilities: ['BOOK', 'MANAGE'],
};
const hours = {
  version: 0,
  periods: [],
  closures: [],
  closedOnRedDays: false,
  closedOnSchoolBreaks: false,
};

const at = (path: string, answers: Answers = {}) => {
  const calls = network({
    ...answersOf(hall),
    'GET /api/v1/entities/3/bookables': bookables([hall], ['MANAGE']),
    'GET /api/v1/entities/3/bookable-groups': { content: [] },
    'GET /api/v1/entities/3/availability': hours,
    'GET /api/v1/bookables/4/availability': hours,
    'GET /api/v1/bookables/4': hall,
    ...answers,
  });
  draw(
    <Routes>
      <Route path="/settings/resources" element={<ResourcesPage />} />
      <Route path="/settings/resources/:idBookable" element={<ResourcePage />} />
      <Route path="/:entitySlug/boka" element={<BookPage />} />
    </Routes>,
    path,
  );
  return (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body);
};
const PUT = 'PUT /api/v1/bookables/4';
const listed = () => screen.findByRole('list', { name: 'Bilder' });

describe('the order of pictures', () => {
  it('moves one by one place and stays at the ends', () => {
    const ids = (n: number, by: -1 | 1) => moved([stage, floor], n, by).map(({ id }) => id);
    expect(ids(1, -1)).toEqual(['b2', 'a1']);
    expect(ids(0, 1)).toEqual(['b2', 'a1']);
    expect(ids(0, -1)).toEqual(['a1', 'b2']);
    expect(ids(1, 1)).toEqual(['a1', 'b2']);
  });

  it('is kept by a text that is said of one', () => {
    expect(described([stage, floor], 'b2', 'Golvet')).toEqual([
      { id: 'a1', alt: 'En scen' },
      { id: 'b2', alt: 'Golvet' },
    ]);
  });
});

describe('pictures of what is booked', () => {
  it('stand on its page with what they show', async () => {
    at('/bjorkens-if/boka?bookable=4');
    expect(await screen.findByRole('img', { name: 'En scen' })).toHaveAttribute(
      'src',
      '/img/bookable/4?v=a1&w=1024',
    );
  });

  it('stand for it in lists, without words of their own', async () => {
    at('/settings/resources?organization=3');
    const list = await screen.findByRole('list', { name: 'Resurser' });
    const image = within(list).getByAltText('');
    expect(image).toHaveAttribute('src', '/img/bookable/4?v=a1&w=256');
  });
});

describe('pictures of a resource', () => {
  const page = (answers: Answers = {}) => at('/settings/resources/4', answers);

  it('are put in order and described, with all else as it was', async () => {
    const sent = page({ [PUT]: { ...hall, version: 2 } });
    await userEvent.click(await button('Flytta bak: bild 1'));
    await waitFor(() => expect(sent(PUT)).toHaveLength(1));
    expect(sent(PUT)[0]).toMatchObject({
      name: 'Hel hall',
      version: 1,
      pictures: [
        { id: 'b2', alt: '' },
        { id: 'a1', alt: 'En scen' },
      ],
    });
    const [first] = within(await listed()).getAllByLabelText('Vad visar bilden?');
    await userEvent.clear(first as HTMLElement);
    await userEvent.type(first as HTMLElement, 'Scenen');
    const [save] = within(await listed()).getAllByRole('button', { name: 'Spara beskrivningen' });
    await userEvent.click(save as HTMLElement);
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Bildens beskrivning är sparad'));
    expect(sent(PUT)[1]).toMatchObject({
      version: 2,
      pictures: [
        { id: 'a1', alt: 'Scenen' },
        { id: 'b2', alt: '' },
      ],
    });
  });

  it('are added and removed while words of the form stay', async () => {
    const POST = 'POST /api/v1/bookables/4/pictures';
    const DELETE = 'DELETE /api/v1/bookables/4/pictures/b2';
    const door = picture('c3');
    const sent = page({
      [POST]: { ...hall, pictures: [stage, floor, door], version: 2 },
      [DELETE]: { ...hall, pictures: [stage, door], version: 3 },
      [PUT]: { ...hall, version: 4 },
    });
    const name = await screen.findByLabelText('Namn');
    await userEvent.clear(name);
    await userEvent.type(name, 'Stora hallen');
    const file = new File(['bild'], 'dorr.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Lägg till bild'), file);
    await waitFor(async () => expect((await listed()).children).toHaveLength(3));
    expect(sent(POST)).toHaveLength(1);
    await userEvent.click(await button('Ta bort: bild 2'));
    await waitFor(async () => expect((await listed()).children).toHaveLength(2));
    expect(toasts().at(-1)?.message).toBe('Bilden är borttagen');
    expect(screen.getByLabelText('Namn')).toHaveValue('Stora hallen');
    // What is saved then builds on what the pictures made of it, and says nothing of them.
    await userEvent.click(await button('Spara'));
    await waitFor(() => expect(sent(PUT)).toHaveLength(1));
    expect(sent(PUT)[0]).toMatchObject({ name: 'Stora hallen', version: 3 });
    expect(sent(PUT)[0]).not.toHaveProperty('pictures');
  });

  it('that somebody else has changed are shown as they stand', async () => {
    page({
      [PUT]: new Refusal(409, 'STALE'),
    });
    await userEvent.click(await button('Flytta fram: bild 2'));
    await waitFor(() =>
      expect(toasts().at(-1)?.message).toBe(
        'Någon annan har ändrat resursen. Bilderna visas nu som de är.',
      ),
    );
  });

  it('are eight at most', async () => {
    const pictures = Array.from({ length: 8 }, (_, n) => picture(`p${n}`));
    page({ 'GET /api/v1/bookables/4': { ...hall, pictures } });
    expect(await screen.findByText(/^Det finns redan 8 bilder\./)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Lägg till bild' })).not.toBeInTheDocument();
  });
});
