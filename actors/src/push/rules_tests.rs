use super::*;

fn hosts(texts: &[&str]) -> Option<Hosts> {
    Hosts::read(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
}

#[test]
fn push_services_are_called_and_nobody_else() {
    let none = Hosts::default();
    for right in [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://FCM.googleapis.com:443/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQ",
        "https://db5p.notify.windows.com/w/?token=BQYAAA%2bx",
    ] {
        assert!(endpoint(right, &none).is_ok(), "{right}");
    }
    for wrong in [
        "",
        "fcm.googleapis.com/fcm/send/abc",
        "http://fcm.googleapis.com/fcm/send/abc",
        "ftp://fcm.googleapis.com/",
        "https://fcm.googleapis.com:8443/",
        "https://fcm.googleapis.com:/",
        "https://fcm.googleapis.com./",
        "https://fcm.googleapis.com@127.0.0.1/",
        "https://127.0.0.1@fcm.googleapis.com/",
        "https://fcm.googleapis.com\\@127.0.0.1/",
        "https://fcm.googleapis.com#@127.0.0.1/",
        "https://fcm.googleapis.com.evil.example/",
        "https://evilfcm.googleapis.com/",
        "https://evil.example/fcm.googleapis.com",
        "https://evil.example/.push.apple.com",
        "https://push.apple.com/",
        "https://evilpush.apple.com/",
        "https://.push.apple.com/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nHost: evil.example",
        "https://fcm.googleapis.com/å",
    ] {
        let Err(refused) = endpoint(wrong, &none) else { panic!("{wrong}") };
        assert_eq!(
            (&*refused.fields[0].field, refused.fields[0].code),
            ("endpoint", "PUSH_SERVICE"),
            "{wrong}"
        );
    }
    let long = format!("https://fcm.googleapis.com/{}", "x".repeat(2048));
    assert!(endpoint(&long, &none).is_err());
}

#[test]
fn the_operator_names_more() {
    let more =
        hosts(&["push.example.org", " https://push.example.net:8443 ", "http://127.0.0.1:9000", ""]).unwrap();
    for right in
        ["https://push.example.org/a", "https://push.example.net:8443/a", "http://127.0.0.1:9000/push/1"]
    {
        assert!(endpoint(right, &more).is_ok(), "{right}");
    }
    for wrong in [
        "http://push.example.org/a",
        "https://push.example.net/a",
        "https://sub.push.example.org/a",
        "http://127.0.0.1:9001/",
        "http://127.0.0.1/",
        "https://127.0.0.1:9000/",
    ] {
        assert!(endpoint(wrong, &more).is_err(), "{wrong}");
    }
    for wrong in
        ["http://push.example.org", "https://a.example/path", "ftp://a.example", "a b", "https://u@a.example"]
    {
        assert_eq!(hosts(&[wrong]), None, "{wrong}");
    }
    assert_eq!(endpoint("http://127.0.0.1:9000/push/1", &more).unwrap().origin, "http://127.0.0.1:9000");
    assert_eq!(endpoint("https://push.example.org:443/a", &more).unwrap().origin, "https://push.example.org");
}

/// The browser's keys of RFC 8291, appendix A.
const POINT_OF_THE_RFC: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH_OF_THE_RFC: &str = "BTBZMqHH6r4Tts7J_aSIgg";

#[test]
fn keys_are_a_point_and_a_secret() {
    assert!(keys(POINT_OF_THE_RFC, AUTH_OF_THE_RFC).is_ok());
    assert!(keys(&format!("{POINT_OF_THE_RFC}="), &format!("{AUTH_OF_THE_RFC}==")).is_ok());
    let field = |p256dh: &str, auth: &str| keys(p256dh, auth).err().unwrap().fields[0].field.clone();
    let off_the_curve = POINT_OF_THE_RFC.replace("iw4", "iw0");
    let compressed = URL_SAFE_NO_PAD.encode([&[2u8][..], &[7; 32]].concat());
    let infinity = URL_SAFE_NO_PAD.encode([0u8]);
    for wrong in ["", "å", "AAAA", &off_the_curve, &compressed, &infinity, &URL_SAFE_NO_PAD.encode([4u8; 65])]
    {
        assert_eq!(field(wrong, AUTH_OF_THE_RFC), "keys.p256dh", "{wrong}");
    }
    for wrong in ["", "AAAA", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZMqHH6r4Tts7J/aSIgg"] {
        assert_eq!(field(POINT_OF_THE_RFC, wrong), "keys.auth", "{wrong}");
    }
}

#[test]
fn http_status_determines_the_outcome() {
    let s = Duration::from_secs;
    assert_eq!(Outcome::of(201, None), Outcome::Accepted);
    assert_eq!((Outcome::of(404, None), Outcome::of(410, None)), (Outcome::Gone, Outcome::Gone));
    assert_eq!(Outcome::of(429, Some(s(7))), Outcome::Later(s(7)));
    assert_eq!(Outcome::of(503, None), Outcome::Later(s(0)));
    assert_eq!(Outcome::of(503, Some(s(86_400))), Outcome::Later(s(3_600)), "nobody waits for a day");
    // Redirects are not followed.
    for status in [301, 307, 400, 401, 403, 413] {
        assert_eq!(Outcome::of(status, None), Outcome::Refused(status));
    }
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    let at = 784_111_777_000; // Sun, 06 Nov 1994 08:49:37 GMT
    assert_eq!(retry_after("120", at), Some(Duration::from_secs(120)));
    assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:47 GMT", at), Some(Duration::from_secs(10)));
    assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:27 GMT", at), Some(Duration::ZERO));
    assert_eq!((retry_after("", at), retry_after("soon", at), retry_after("-1", at)), (None, None, None));
}
