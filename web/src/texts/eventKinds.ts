/** What /event/create and its like are asked to make (query `type`). */
export const eventKinds: Record<string, string> = {
  public: 'Skapa evenemang',
  'school-activity': 'Skapa skolaktivitet',
  meeting: 'Skapa möte',
  reminder: 'Skapa påminnelse',
};
