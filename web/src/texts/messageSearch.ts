import { messageSearchTitle } from './chat.ts';

export const messageSearchTexts = {
  title: messageSearchTitle,
  field: 'Sök i meddelanden',
  placeholder: 'Sök i meddelanden',
  scope: 'Var',
  scopes: [
    { value: 'kanal', label: 'I den här kanalen' },
    { value: 'arbetsyta', label: 'I arbetsytan' },
    { value: 'allt', label: 'Överallt' },
  ],
  hint: 'Ord hittas i alla sina böjningar. Avgränsa med från:namn, i:kanal, före:2026-05-14 eller har:bild, har:fil, har:länk.',
  offered: 'Förslag',
  results: 'Träffar',
  none: 'Inga meddelanden hittades',
  noneHint: 'Prova färre ord, eller sök överallt.',
  unknown: (name: string) => `Ingen här heter ${name}, och ingen kanal.`,
  inThread: (place: string) => `Tråd i ${place}`,
};
