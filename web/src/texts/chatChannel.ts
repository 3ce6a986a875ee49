/** The dialog of a channel. */
export const chatChannelTexts = {
  relationTypesHint:
    'Alla med någon av de här rollerna i organisationen är med utan att läggas till.',
  nameRule: '2–80 tecken: små bokstäver, siffror, bindestreck och understreck.',
  nameTaken: 'Det finns redan en kanal med det kortnamnet.',
};
