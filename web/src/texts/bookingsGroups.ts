/** Groups of bookables of which any is as good: for who books, and for who manages them. */
const words = new Intl.ListFormat('sv', { type: 'disjunction' });

export const groupTexts = {
  /** 'Du får den som är ledig: Sal A, Sal B eller Sal C.' */
  anyOf: (names: readonly string[]) => `Du får den som är ledig: ${words.format(names)}.`,
  finding: 'Letar efter en ledig …',
};

export const groupsTexts = {
  title: 'Grupper',
  of: (name: string) => `Grupper – ${name}`,
  lead: 'Resurser där vilken som helst duger. Den som bokar gruppen får den första som är ledig, i den ordning du väljer.',
  none: {
    title: 'Inga grupper än',
    text: 'En grupp kan heta Valfri ledig sal och innehålla alla salar som är lika bra.',
  },
  noResources: {
    title: 'Inga resurser att gruppera',
    text: 'Lägg upp resurserna först. Sedan kan du samla dem i en grupp.',
  },
  add: 'Ny grupp',
  edit: (name: string) => `Ändra ${name}`,
  change: 'Ändra',
  remove: 'Ta bort',
  removeOf: (name: string) => `Ta bort ${name}`,
  removeTitle: (name: string) => `Ta bort ${name}?`,
  removeText: 'Resurserna och deras bokningar finns kvar.',
  removed: 'Gruppen är borttagen',
  name: 'Namn',
  nameHint: 'Som den som bokar ser det: Valfri ledig sal',
  missingName: 'Skriv ett namn.',
  which: 'Resurser i gruppen',
  missing: 'Välj minst en resurs.',
  most: (n: number) => `Högst ${n} resurser.`,
  order: 'Ordning',
  orderHint: 'Den första som är ledig bokas.',
  up: (name: string) => `Flytta upp ${name}`,
  down: (name: string) => `Flytta ned ${name}`,
  moved: (name: string, at: number, of: number) => `${name} är nummer ${at} av ${of}.`,
  save: 'Spara',
  create: 'Lägg upp',
  saved: 'Gruppen är sparad',
  conflict:
    'Någon annan har ändrat gruppen medan du skrev. Titta på det som gäller nu och gör din ändring igen.',
  reload: 'Visa det som gäller',
};
