/** Parts of the chat that come when they are needed: other lists, panes beside, what is shut. */
export const paneTexts = {
  workspaces: 'Arbetsytor',
  backToChannel: 'Till kanalen',
  showOlder: 'Visa äldre meddelanden',
  showNewer: 'Visa nyare meddelanden',
  notMember: 'Du har inte tillgång till den här kanalen.',
  notFound: 'Kanalen finns inte längre.',
  notifyAll: 'Meddela alla i kanalen',
};
