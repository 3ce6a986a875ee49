/** What a suggestion is called where the field points at it. */
export const optionId = (id: string, index: number) => `${id}-${index}`;
