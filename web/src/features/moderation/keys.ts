/** Everything of moderation lies below it: what every page asks anew once something of it changed. */
export const moderationKey = ['moderation'] as const;
