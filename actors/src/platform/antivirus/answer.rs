//! Parses clamd's answers to INSTREAM (clamd(8)). Pure.

/// Longest signature name that is passed on, in characters.
const NAME_MAX: usize = 100;

/// A parsed answer.
#[derive(Debug, PartialEq, Eq)]
pub enum ScanAnswer {
    Clean,
    /// The signature's name, sanitised for logs.
    Found(String),
    /// More than its `StreamMaxLength`.
    TooLarge,
    /// Anything else: no result.
    Nothing,
}

/// Parses an answer; a truncated one is no result.
pub fn parse_answer(answer: &[u8]) -> ScanAnswer {
    let Some(text) = answer.strip_suffix(b"\0").and_then(|text| std::str::from_utf8(text).ok()) else {
        return ScanAnswer::Nothing;
    };
    if text == "INSTREAM size limit exceeded. ERROR" {
        return ScanAnswer::TooLarge;
    }
    match text.strip_prefix("stream: ") {
        Some("OK") => ScanAnswer::Clean,
        Some(rest) => match rest.strip_suffix(" FOUND") {
            Some(name) => {
                ScanAnswer::Found(name.chars().filter(char::is_ascii_graphic).take(NAME_MAX).collect())
            }
            None => ScanAnswer::Nothing,
        },
        None => ScanAnswer::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_answer_counts() {
        assert_eq!(parse_answer(b"stream: OK\0"), ScanAnswer::Clean);
        assert_eq!(
            parse_answer(b"stream: Eicar-Signature FOUND\0"),
            ScanAnswer::Found("Eicar-Signature".to_owned())
        );
        assert_eq!(parse_answer(b"stream: a\nb\x1b[2J FOUND\0"), ScanAnswer::Found("ab[2J".to_owned()));
        assert_eq!(parse_answer(b"INSTREAM size limit exceeded. ERROR\0"), ScanAnswer::TooLarge);
        let nothing: [&[u8]; 9] = [
            b"",
            b"\0",
            b"stream: OK",
            b"stream: OK\0x",
            b"stream: NOT OK\0",
            b"other: OK\0",
            b"stream: Can't allocate memory ERROR\0",
            b"HTTP/1.1 200 OK\r\n\r\n",
            b"stream: \xff FOUND\0",
        ];
        for answer in nothing {
            assert_eq!(parse_answer(answer), ScanAnswer::Nothing, "{}", String::from_utf8_lossy(answer));
        }
    }
}
