/** When something is due, how much it presses and how far it has come, as everything that shows tasks says it. */
export const dueTexts = {
  today: 'i dag',
  tomorrow: 'i morgon',
  yesterday: 'i går',
};

export const statusNames = {
  TODO: 'Att göra',
  IN_PROGRESS: 'Pågår',
  DONE: 'Klar',
  CANCELLED: 'Avbruten',
};

/** By number; the first is of what nobody has said anything of. */
export const priorityNames = ['Ingen', 'Låg', 'Normal', 'Hög', 'Brådskande'];
