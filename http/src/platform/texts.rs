//! The Swedish texts of this crate; those of the areas are beside their refusals.

use std::borrow::Cow;
use std::fmt::Display;

use actix_web::http::StatusCode;
use garde::i18n::{I18n, InvalidCreditCard, InvalidEmail, InvalidPhoneNumber, InvalidUrl, IpKind};

pub const CHECK_FIELDS: &str = "Kontrollera uppgifterna och försök igen.";
pub const FIELD_MISSING: &str = "Fältet måste fyllas i.";
pub const FIELD_TYPE: &str = "Värdet är ogiltigt.";
pub const FIELD_UNKNOWN: &str = "Fältet känns inte igen.";
pub const ENCODED: &str = "Skicka innehållet okomprimerat.";
pub const WRONG_ORIGIN: &str = "Anropet kom från en annan webbplats och stoppades.";

/// The page of a server that was built without the web app.
pub const WEB_APP_MISSING: &str = "<!doctype html><html lang=\"sv\"><meta charset=\"utf-8\"><title>Kalender</title>\
    <h1>Webbappen är inte byggd</h1><p>Servern är igång, men den byggdes utan webbappen. \
    Kör <code>make web</code> och bygg servern igen. API:et finns under <a href=\"/api\">/api</a>.</p>";

/// The stable code and sentence of a status, for refusals without their own.
pub fn of_status(status: StatusCode) -> (&'static str, &'static str) {
    match status {
        StatusCode::BAD_REQUEST => ("UNREADABLE", "Anropet gick inte att läsa."),
        StatusCode::UNAUTHORIZED => ("UNAUTHENTICATED", "Du behöver logga in."),
        StatusCode::FORBIDDEN => ("FORBIDDEN", "Du har inte behörighet till detta."),
        StatusCode::NOT_FOUND => ("NOT_FOUND", "Det du söker finns inte."),
        StatusCode::METHOD_NOT_ALLOWED => {
            ("METHOD_NOT_ALLOWED", "Det går inte att göra så här på den här adressen.")
        }
        StatusCode::NOT_ACCEPTABLE => ("NOT_ACCEPTABLE", "Svaret finns inte i den formen."),
        StatusCode::REQUEST_TIMEOUT => ("TIMEOUT", "Anropet tog för lång tid. Försök igen."),
        StatusCode::CONFLICT => ("CONFLICT", "Det har ändrats under tiden. Läs in på nytt och försök igen."),
        StatusCode::PAYLOAD_TOO_LARGE => ("TOO_LARGE", "Det är för stort för att ta emot."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ("UNSUPPORTED_MEDIA_TYPE", "Den typen av innehåll tas inte emot.")
        }
        StatusCode::RANGE_NOT_SATISFIABLE => ("RANGE_NOT_SATISFIABLE", "Det finns ingen sådan del."),
        StatusCode::UNPROCESSABLE_ENTITY => ("INVALID", CHECK_FIELDS),
        StatusCode::TOO_MANY_REQUESTS => {
            ("RATE_LIMITED", "För många förfrågningar. Försök igen om en stund.")
        }
        StatusCode::SERVICE_UNAVAILABLE => {
            ("BUSY", "Vi har mycket att göra just nu. Försök igen om en stund.")
        }
        status if status.is_client_error() => ("REFUSED", "Anropet gick inte att utföra."),
        _ => ("INTERNAL", "Något gick fel hos oss."),
    }
}

/// Separates code and sentence in a [`garde::Error`], which holds a single string.
pub const CODE_END: char = '\u{1f}';

fn field(code: &str, message: &str) -> Cow<'static, str> {
    format!("{code}{CODE_END}{message}").into()
}

/// The messages of garde's rules, with the stable codes of `errors[].code`. Lengths count characters: lists need a rule
/// of their own.
pub struct FieldRules;

impl I18n for FieldRules {
    fn length_lower_than(&self, min: usize) -> Cow<'static, str> {
        if min == 1 {
            field("LENGTH", "Får inte vara tomt.")
        } else {
            field("LENGTH", &format!("Minst {min} tecken."))
        }
    }
    fn length_greater_than(&self, max: usize) -> Cow<'static, str> {
        field("LENGTH", &format!("Högst {max} tecken."))
    }
    fn range_lower_than(&self, min: &dyn Display) -> Cow<'static, str> {
        field("RANGE", &format!("Minst {min}."))
    }
    fn range_greater_than(&self, max: &dyn Display) -> Cow<'static, str> {
        field("RANGE", &format!("Högst {max}."))
    }
    fn credit_card_invalid(&self, _: InvalidCreditCard) -> Cow<'static, str> {
        field("FORMAT", FIELD_TYPE)
    }
    fn pattern_no_match(&self, _: &dyn Display) -> Cow<'static, str> {
        field("PATTERN", "Innehåller tecken som inte är tillåtna.")
    }
    fn contains_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        field("FORMAT", &format!("Ska innehålla ”{pattern}”."))
    }
    fn url_invalid(&self, _: InvalidUrl) -> Cow<'static, str> {
        field("URL", "Skriv en fullständig webbadress.")
    }
    fn prefix_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        field("FORMAT", &format!("Ska börja med ”{pattern}”."))
    }
    fn suffix_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        field("FORMAT", &format!("Ska sluta med ”{pattern}”."))
    }
    fn phone_number_invalid(&self, _: InvalidPhoneNumber) -> Cow<'static, str> {
        field("PHONE", "Skriv ett giltigt telefonnummer.")
    }
    fn ip_invalid(&self, _: IpKind) -> Cow<'static, str> {
        field("FORMAT", FIELD_TYPE)
    }
    fn matches_field_mismatch(&self, _: &dyn Display) -> Cow<'static, str> {
        field("MISMATCH", "Uppgifterna stämmer inte överens.")
    }
    fn email_invalid(&self, _: InvalidEmail) -> Cow<'static, str> {
        field("EMAIL", "Skriv en giltig e-postadress.")
    }
    fn ascii_invalid(&self) -> Cow<'static, str> {
        field("PATTERN", "Innehåller tecken som inte är tillåtna.")
    }
    fn alphanumeric_invalid(&self) -> Cow<'static, str> {
        field("PATTERN", "Bara bokstäver och siffror.")
    }
    fn required_not_set(&self) -> Cow<'static, str> {
        field("REQUIRED", FIELD_MISSING)
    }
}
