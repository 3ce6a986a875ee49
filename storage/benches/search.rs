//! Measures the index of names: how long making it takes, and how long searches take, by what is typed. Prints one table;
//! nothing is judged. The last row is a plain look at every name in memory, for comparison.
//!
//! `SEARCH_ENTRIES` (1000000) names; `SEARCH_ASKED` (2000) searches of each kind.

use std::time::{Duration, Instant};

use storage::search::own::names::Names;
use storage::search::{Entry, Search};

type Failure = Box<dyn std::error::Error>;

const FIRST: &str = "Anna Eva Maria Karin Sara Kristina Lena Emma Kerstin Ingrid Marie Malin Jenny Hanna Birgitta \
    Linda Susanne Elin Monika Josefin Sofia Johanna Åsa Märta Göta Alice Astrid Vera Maja Wilma Lars Mikael Anders Johan \
    Erik Per Karl Peter Thomas Jan Daniel Fredrik Hans Andreas Stefan Mats Marcus Björn Jörgen Åke Östen Hugo Liam Noah \
    Elias Lucas Adam Oscar William Göran";
const HEADS: &str = "Berg Lund Ström Sand Hag Lind Ek Ny Väst Öst Sjö Ås Alm Björk Fors Gran Hed Holm Kvist Äng Rosen \
    Silver Stål Torn Vik Wall Dal Norr Söder Blom Cederg Frid Hamm Kron Lager Mell Nord Palm Rud Sund";
const TAILS: &str = "berg ström man qvist gren kvist lund mark dahl stedt bäck holm vall vik ås lind blad rot feldt ros \
    hjelm borg skog sjö ham sson";

/// The next of a sequence that is the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words.get(self.roll(words.len())).copied().unwrap_or_default()
    }
}

fn number(name: &str, default: usize) -> Result<usize, Failure> {
    std::env::var(name).map_or(Ok(default), |text| Ok(text.parse()?))
}

fn name(dice: &mut Dice, words: [&[&str]; 3]) -> String {
    let [first, heads, tails] = words;
    let last = |dice: &mut Dice| format!("{}{}", dice.of(heads), dice.of(tails));
    match dice.roll(10) {
        0 | 1 => format!("{}-{} {}", dice.of(first), dice.of(first), last(dice)),
        2 => format!("{} {} {}", dice.of(first), last(dice), last(dice)),
        _ => format!("{} {}", dice.of(first), last(dice)),
    }
}

fn with_a_typo(dice: &mut Dice, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = dice.roll(letters.len());
    match dice.roll(3) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, 'x'),
        _ => letters[at] = 'x',
    }
    letters.into_iter().collect()
}

fn micros(at: Duration) -> String {
    format!("{:.3}", at.as_secs_f64() * 1_000.0)
}

fn main() -> Result<(), Failure> {
    let (entries, asked) = (number("SEARCH_ENTRIES", 1_000_000)?, number("SEARCH_ASKED", 2_000)?);
    let words = [FIRST, HEADS, TAILS].map(|list| list.split_whitespace().collect::<Vec<_>>());
    let words = [words[0].as_slice(), words[1].as_slice(), words[2].as_slice()];
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let index = Names::open(folder.path())?;
    let mut dice = Dice(7);
    let started = Instant::now();
    let mut names = Vec::with_capacity(entries);
    for slice in 0..entries.div_ceil(1_000) {
        let of = |n: usize, name: &String| Entry {
            key: format!("user:{n}"),
            group: n.is_multiple_of(100).into(),
            kind: "person".to_owned(),
            name: name.clone(),
            slug: format!("namn-{n}"),
            ..Entry::default()
        };
        let begin = names.len();
        names.extend((0..1_000.min(entries - slice * 1_000)).map(|_| name(&mut dice, words)));
        let slice: Vec<Entry> =
            names[begin..].iter().enumerate().map(|(n, name)| of(begin + n, name)).collect();
        while index.put(&slice, 1).is_err() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    runtime.block_on(index.opened.flush())?;
    let made = started.elapsed();
    println!("{} entries made in {:.1} s", index.opened.len(), made.as_secs_f64());
    println!("| typed | p50 ms | p95 ms | p99 ms | most ms | found |\n|---|--:|--:|--:|--:|--:|");
    type Typed = fn(&mut Dice, &str) -> String;
    let cases: [(&str, Typed); 6] = [
        ("one letter", |_, name| name.chars().take(1).collect()),
        ("two letters", |_, name| name.chars().take(2).collect()),
        ("four letters", |_, name| name.chars().take(4).collect()),
        ("a first name and two letters", |_, name| {
            let (first, last) = name.split_once(' ').unwrap_or((name, ""));
            format!("{first} {}", last.chars().take(2).collect::<String>())
        }),
        ("a whole name", |_, name| name.to_owned()),
        ("a whole name with a wrong letter", with_a_typo),
    ];
    let mut all = Vec::new();
    for (what, typed) in cases {
        let mut times = Vec::with_capacity(asked);
        let mut found = 0;
        for _ in 0..asked {
            let at = dice.roll(names.len());
            let text = typed(&mut dice, &names[at]);
            let search = Search { text, limit: 8, ..Search::default() };
            let started = Instant::now();
            found += usize::from(!index.find_here(&search)?.is_empty());
            times.push(started.elapsed());
        }
        all.extend(times.iter().copied());
        row(what, &mut times, &format!("{:.0} %", found as f64 * 100.0 / asked as f64));
    }
    row("all of these", &mut all, "");
    bare_scan(&names, asked.min(200), &mut dice);
    Ok(())
}

/// What it is held against: every name looked at, four letters that begin one of its words, and no typo found.
fn bare_scan(names: &[String], asked: usize, dice: &mut Dice) {
    let mut times = Vec::with_capacity(asked);
    let mut found = 0;
    for _ in 0..asked {
        let text: String = names[dice.roll(names.len())].chars().take(4).collect();
        let started = Instant::now();
        let hits =
            names.iter().filter(|name| name.split([' ', '-']).any(|word| word.starts_with(&text))).count();
        found += usize::from(hits > 0);
        times.push(started.elapsed());
    }
    row(
        "four letters, by a look at every name",
        &mut times,
        &format!("{:.0} %", found as f64 * 100.0 / asked as f64),
    );
}

fn row(what: &str, times: &mut [Duration], found: &str) {
    times.sort_unstable();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(place).copied().map(micros).unwrap_or_default()
    };
    println!("| {what} | {} | {} | {} | {} | {found} |", at(0.5), at(0.95), at(0.99), at(1.0));
}
