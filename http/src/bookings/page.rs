//! `/{slug}/boka` and `/{slug}/boka/{bookable}` for whoever is not signed in, and the form there. Signed-in people get the
//! app, which books as them.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse};
use actors::Platform;
use actors::accounts::names::is_free_slug;
use actors::bookings::view::{GuestDraft, PictureView, PublicEntry, PublicListPage, PublicPage};
use actors::bookings::{for_page, public_bookables};
use actors::calendar::day_in_words;
use actors::platform::error::RefusalKind;
use actors::platform::money::kronor;
use serde_json::{Map, Value, json};
use storage::calendar::{Question, QuestionKind};

use super::markup::{Fields, day, days, document, fields, guarded, nearest, note, private, refused, times};
use crate::calendar::page::when;
use crate::platform::area::DrawnPage;
use crate::platform::error::{ApiError, FieldError};
use crate::platform::extract::validate;
use crate::platform::web_app::drawing::{HTML, answered, escape, paragraphs};
use crate::platform::web_app::open::{NOINDEX, metadata};
use actors::platform::time::ZONE;

/// The field of an answer, before the question's id.
const ANSWER: &str = "svar_";
/// Widths of pictures, in pixels: in a list, and on a bookable's page.
const SMALL: u32 = 128;
const LARGE: u32 = 1_024;
/// A status that can be booked.
const AVAILABLE: i64 = 1;

/// The page at a path: `/{slug}/boka` or `/{slug}/boka/{bookable}`. It is one of its own: for whoever is not signed in the
/// app has none.
pub fn at<'a>(path: &[&'a str]) -> Option<DrawnPage<'a>> {
    let (slug, bookable) = match *path {
        [slug, "boka"] => (slug, None),
        [slug, "boka", name] if !name.is_empty() => (slug, Some(name)),
        _ => return None,
    };
    let page = move |request, platform| serve(request, platform, slug, bookable);
    is_free_slug(slug).then(|| DrawnPage::whole(page))
}

/// The page of an organisation's bookables, or of one; 404, also a page: everybody may book nothing there.
async fn serve(
    request: &HttpRequest,
    platform: &Platform,
    slug: &str,
    bookable: Option<&str>,
) -> Result<HttpResponse, ApiError> {
    let home = &platform.settings.public_url;
    let drawn = match bookable {
        None => public_bookables(platform, slug).await.map(|page| list(&page, home)),
        Some(name) => {
            let day = day(&fields(request.query_string().as_bytes()));
            let page = for_page(platform, Some(slug), name, day).await;
            page.map(|page| form(&page, home, &Fields::new(), ""))
        }
    };
    let mut answer = match drawn {
        Ok(page) => answered(request, StatusCode::OK, HTML, page),
        Err(refusal) if refusal.kind == RefusalKind::NotFound => {
            answered(request, StatusCode::NOT_FOUND, HTML, not_for_all(slug))
        }
        Err(refusal) => return Err(refusal.into()),
    };
    answer.headers_mut().insert(VARY, HeaderValue::from_static("cookie"));
    Ok(guarded(answer))
}

pub fn absent() -> String {
    let said = "<p>Det kan vara borttaget, eller inte till för alla.</p>";
    document("Sidan finns inte", NOINDEX, said)
}

/// The same where members may book more than everybody: they sign in, and choose among what is theirs. It is the same page
/// whatever was asked for there.
fn not_for_all(slug: &str) -> String {
    let said = format!(
        "<p>Det kan vara borttaget, eller bara till för medlemmar.</p>\
         <p><a href=\"/login?next=%2F{slug}%2Fboka\">Logga in</a> om du har ett konto.</p>"
    );
    document("Sidan finns inte", NOINDEX, &said)
}

fn path(slug: &str, bookable: &str) -> String {
    format!("/{slug}/boka/{bookable}")
}

fn foot(next: &str) -> String {
    let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
    format!(
        "<p class=\"foot\">Har du ett konto? <a href=\"/login?next={next}\">Logga in</a> så hamnar bokningen i din kalender.</p>"
    )
}

/// A picture in about that width, in pixels.
fn picture(one: &PictureView, wide: u32) -> String {
    let (url, alt) = (escape(&one.url), escape(&one.alt));
    format!(
        "<img src=\"{url}&amp;w={wide}\" width=\"{}\" height=\"{}\" alt=\"{alt}\" loading=\"lazy\">",
        one.width, one.height
    )
}

fn list(page: &PublicListPage, home: &str) -> String {
    let slug = &page.entity_slug;
    let entry = |one: &PublicEntry| {
        let place = if one.place.is_empty() { String::new() } else { format!(", {}", escape(&one.place)) };
        let image = one.picture.as_ref().map_or_else(String::new, |one| picture(one, SMALL));
        let at = escape(&path(slug, &one.slug));
        format!("<li>{image}<a href=\"{at}\">{}</a>{place}</li>", escape(&one.name))
    };
    let entries: String = page.bookables.iter().map(entry).collect();
    let title = format!("Boka hos {}", page.entity_name);
    let head = metadata("website", &title, "", &format!("{home}/{slug}/boka"), None);
    let main = format!("<ul>{entries}</ul>{}", foot(&format!("/{slug}/boka")));
    document(&title, &head, &main)
}

/// The page of a bookable: what it is, and the form. `note`: markup before the form.
pub fn form(page: &PublicPage, home: &str, filled: &Fields, note: &str) -> String {
    let one = &page.bookable;
    let at = path(&one.entity_slug, &one.slug);
    let image = one.pictures.first().map(|first| (format!("{home}{}", first.url), first.alt.as_str()));
    let image = image.as_ref().map(|(address, alt)| (address.as_str(), *alt));
    let head = metadata("website", &one.name, &one.description, &format!("{home}{at}"), image);
    let of = format!("<a href=\"/{0}\">{1}</a>", escape(&one.entity_slug), escape(&one.entity_name));
    let place = match one.id_infopoint {
        _ if one.place.is_empty() => String::new(),
        Some(id) => format!(" · <a href=\"/infopoint/{id}\">{}</a>", escape(&one.place)),
        None => format!(" · {}", escape(&one.place)),
    };
    let pictures: String = one.pictures.iter().map(|one| picture(one, LARGE)).collect();
    let about = format!("<p>{of}{place}</p>{pictures}{}", paragraphs(&one.description));
    let inner = if one.status != AVAILABLE {
        "<p>Det går inte att boka just nu.</p>".to_owned()
    } else if !one.guests {
        "<p>Logga in för att boka.</p>".to_owned()
    } else if page.free.is_empty() {
        format!("{}<p>Inget är ledigt {}.</p>", days(&at, page.day), day_in_words(page.day))
    } else {
        let chosen = times(&page.free, page.day, filled);
        let price = page.price.filter(|price| *price != 0).map_or_else(String::new, |price| {
            format!("<p>Kostar från {}. Priset står på sidan där du bekräftar.</p>", kronor(price))
        });
        format!("{}{price}{}", days(&at, page.day), asked(page, &at, &chosen, filled))
    };
    let heading = format!("<h2>Boka {}</h2>", day_in_words(page.day));
    let main = format!("{about}{note}{heading}{inner}{}", foot(&format!("/{}/boka", one.entity_slug)));
    document(&one.name, &head, &main)
}

fn input(name: &str, label: &str, more: &str, filled: &Fields) -> String {
    let value = escape(filled.get(name).map(String::as_str).unwrap_or_default());
    format!(
        "<div class=\"field\"><label for=\"{name}\">{label}</label><input id=\"{name}\" name=\"{name}\" value=\"{value}\" {more}></div>"
    )
}

fn question(one: &Question, filled: &Fields) -> String {
    let name = format!("{ANSWER}{}", one.id);
    let value = filled.get(&name).map(String::as_str).unwrap_or_default();
    let (name, text) = (escape(&name), escape(&one.text));
    let required = if one.required { " required" } else { "" };
    let hint = if one.required { "" } else { " <span class=\"hint\">(om du vill)</span>" };
    let field = match one.kind {
        QuestionKind::Text => {
            let value = escape(value);
            format!("<input id=\"{name}\" name=\"{name}\" value=\"{value}\" maxlength=\"500\"{required}>")
        }
        QuestionKind::Choice => {
            let option = |option: &String| {
                let chosen = if option == value { " selected" } else { "" };
                format!("<option{chosen}>{}</option>", escape(option))
            };
            let options: String = one.options.iter().map(option).collect();
            format!(
                "<select id=\"{name}\" name=\"{name}\"{required}><option value=\"\"></option>{options}</select>"
            )
        }
    };
    format!("<div class=\"field\"><label for=\"{name}\">{text}{hint}</label>{field}</div>")
}

/// The form itself.
fn asked(page: &PublicPage, at: &str, times: &str, filled: &Fields) -> String {
    let one = &page.bookable;
    let questions: String = one.questions.iter().map(|one| question(one, filled)).collect();
    let most = match one.max_participants {
        0 => String::new(),
        most => format!(" max=\"{most}\""),
    };
    let note = escape(filled.get("note").map(String::as_str).unwrap_or_default());
    let then = if one.requires_approval { " Bokningen godkänns sedan av den som sköter den." } else { "" };
    [
        format!("<form method=\"post\" action=\"{}\">{times}", escape(at)),
        format!("<input type=\"hidden\" name=\"dag\" value=\"{}\">", page.day),
        input("name", "Namn", "required maxlength=\"80\" autocomplete=\"name\"", filled),
        input("email", "E-post", "type=\"email\" required maxlength=\"254\" autocomplete=\"email\"", filled),
        input(
            "participants",
            "Antal deltagare <span class=\"hint\">(om du vill)</span>",
            &format!("type=\"number\" min=\"1\"{most} inputmode=\"numeric\""),
            filled,
        ),
        questions,
        format!(
            "<div class=\"field\"><label for=\"note\">Meddelande <span class=\"hint\">(om du vill)</span></label>\
             <textarea id=\"note\" name=\"note\" maxlength=\"1000\">{note}</textarea></div>"
        ),
        format!("<p class=\"hint\">Vi mejlar en länk där du bekräftar bokningen.{then}</p><button>Boka</button></form>"),
    ]
    .concat()
}

/// What the form says, as the API takes it. 422.
pub fn draft(slug: &str, filled: &Fields) -> Result<GuestDraft, ApiError> {
    let text = |name: &str| filled.get(name).map(|text| text.trim()).unwrap_or_default();
    let answers: Map<String, Value> = filled
        .iter()
        .filter_map(|(name, answer)| Some((name.strip_prefix(ANSWER)?.to_owned(), json!(answer))))
        .collect();
    let wrong = |field: &'static str, message: &'static str| {
        let (code, message) = ("TYPE".into(), message.into());
        ApiError::invalid(vec![FieldError { field: field.into(), code, message }])
    };
    let participants = match text("participants") {
        "" => Value::Null,
        given => json!(given.parse::<i64>().map_err(|_| wrong("participants", "Skriv ett antal."))?),
    };
    let draft = json!({
        "slug": slug, "start": text("start"), "end": text("end"), "name": text("name"), "email": text("email"),
        "participants": participants, "answers": answers, "note": text("note"),
    });
    let draft: GuestDraft = serde_json::from_value(draft).map_err(|_| wrong("start", "Välj en tid."))?;
    validate(&draft)?;
    Ok(draft)
}

/// The page after the form was sent, the same for everybody.
pub fn sent() -> HttpResponse {
    let said = "<p>Vi har mejlat en länk. Öppna den inom 15 minuter och bekräfta, så länge hålls tiden för dig.</p>\
                <p>Kommer det inget mejl? Titta i skräpposten och kontrollera adressen.</p>";
    private(StatusCode::ACCEPTED, document("Titta i din e-post", NOINDEX, said))
}

/// The form again, with what was wrong.
pub fn again(page: &PublicPage, home: &str, filled: &Fields, error: &ApiError) -> HttpResponse {
    let entry = |time| format!("<li>{}</li>", escape(&when(time, false, ZONE)));
    let near = nearest(error).into_iter().map(entry).collect::<Vec<String>>().concat();
    let near = if near.is_empty() { near } else { format!("<p>Närmast ledigt:</p><ul>{near}</ul>") };
    refused(error, form(page, home, filled, &format!("{}{near}", note(error))))
}
