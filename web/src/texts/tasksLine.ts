/** What was understood of a line that makes a task. */
export const lineTexts = {
  at: (time: string) => `kl ${time}`,
  fromDone: 'räknat från när den är klar',
  priorities: {
    0: '',
    1: 'låg prioritet',
    2: 'normal prioritet',
    3: 'hög prioritet',
    4: 'brådskande',
  },
};
