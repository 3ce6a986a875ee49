/** One line that fills a form. */
export const quickTexts = {
  label: 'Snabbhändelse',
  example: 'Träning tors 18 Björkvallen',
  understood: 'Så här förstods raden:',
};
