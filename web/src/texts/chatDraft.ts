/** A draft that stays where one may not write any more. */
export const chatDraftTexts = {
  draftKept: 'Det du skrev är inte skickat, men utkastet finns kvar.',
  copyDraft: 'Kopiera utkastet',
  draftCopied: 'Utkastet är kopierat',
  showDrafts: 'Visa utkast',
};
