/** Pages on which somebody works for one of their organisations. */
export const startsTexts = {
  organisation: 'Organisation',
  none: {
    title: 'Du hör inte till någon organisation än',
    text: 'Be om en inbjudan till skolan eller föreningen, eller skapa en organisation själv.',
  },
  noneManaged: {
    title: 'Du sköter ingen organisation',
    text: 'Det här görs av en organisations ägare och administratörer.',
  },
  notManaged: {
    title: 'Du sköter inte den här organisationen',
    text: 'Fråga organisationens ägare eller administratör, eller välj en annan organisation.',
  },
  notMine: {
    title: 'Du hör inte till den här organisationen',
    text: 'Be om en inbjudan, eller välj en annan organisation.',
  },
  create: '+ Skapa organisation',
};
