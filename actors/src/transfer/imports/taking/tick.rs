//! Ids of imported messages.

use storage::ids::MessageId;

/// The node number in imported ids.
const NODE: i64 = 63;

/// A message's position in time: milliseconds since 1970 times 64, plus 64ths of a millisecond; every tick is an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Tick(i64);

impl Tick {
    /// Keeps the order below a millisecond, so that ids of different channels rarely collide.
    pub fn of(micros: i64) -> Self {
        let (ms, rest) = (micros.div_euclid(1_000), micros.rem_euclid(1_000));
        Self((ms << 6) | (rest * 64 / 1_000))
    }

    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The tick after `last` if both are about the same time; else unchanged.
    pub const fn after(self, last: Self) -> Self {
        if self.0 <= last.0 && last.0 - self.0 < 128 { last.next() } else { self }
    }

    pub fn id(self) -> MessageId {
        MessageId(storage::ids::Ids::first_at(self.0 >> 6) | (NODE << 6) | (self.0 & 63))
    }

    /// The tick of an existing message.
    pub const fn at(id: MessageId) -> Self {
        Self((id.millis() << 6) | (id.0 & 63))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_keep_time_and_order() {
        let (early, late) = (Tick::of(1_483_437_617_123_000), Tick::of(1_483_437_617_123_999));
        assert!(early < late && late < Tick::of(1_483_437_617_124_000));
        assert_eq!(late.id().millis(), 1_483_437_617_123);
        assert_eq!(Tick::at(late.id()), late);
        assert_eq!(late.next().id().millis(), 1_483_437_617_124);
        assert!(late.next().id() > late.id());
        assert_eq!(late.after(late), late.next());
        assert_eq!(early.after(late), late.next());
        assert_eq!(early.after(Tick::of(1_500_000_000_000_000)), early);
    }
}
