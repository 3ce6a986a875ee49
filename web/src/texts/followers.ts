/** Whom one follows, who follows, and who may. */
export const followersTexts = {
  following: 'Du följer',
  followers: 'Följer dig',
  followRequests: 'Vill följa dig',
  noFollowers: 'Ingen följer dig än.',
  approveFollower: 'Godkänn',
  rejectFollower: 'Avvisa',
  removeFollower: 'Ta bort följare',
  whoMayFollow: 'Vem får följa dig',
  approveFollowers: 'Godkänn följare',
  approveFollowersHint:
    'Den som vill följa dig skickar en förfrågan, och läser det du delar med följare först när du har godkänt. De som redan följer dig påverkas inte.',
};
