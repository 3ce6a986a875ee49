//! Bookings without an account: `/api/public/booking`, the form that does the same, and the page of a mailed link, which
//! shows; only a POST acts.

use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse};
use actors::bookings::view::{GuestDraft, GuestPage, GuestState, PublicBookableView};
use actors::bookings::{self, GuestAct};
use actors::calendar::day_in_words;
use actors::ledger::view::BillView;
use actors::platform::error::Refusal;
use actors::platform::money::kronor;
use actors::platform::time::{ZONE, now};
use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::time::Moment;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::markup::{self, Fields, Posted, day, days, document, fields, note, private, refused, row, times};
use super::page;
use crate::calendar::page::when;
use crate::ledger::file;
use crate::platform::auth::who::address;
use crate::platform::error::ApiError;
use crate::platform::web_app::drawing::escape;
use crate::platform::web_app::open::NOINDEX;
use crate::prelude::*;

/// Milliseconds of the days that are shown unless others are asked for.
const WEEK_MS: i64 = 7 * 86_400_000;

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(public_bookable)
        .service(ask)
        .service(ask_by_form)
        .service(show)
        .service(guest_bill)
        .service(act);
}

/// From when to when; a week from now unless said otherwise.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Days {
    /// A moment, or a date: its midnight in Sweden.
    #[param(value_type = Option<String>, format = DateTime, example = "2026-11-23T00:00:00Z")]
    #[garde(skip)]
    from: Option<Moment>,
    /// Exclusive; at most 62 days later.
    #[param(value_type = Option<String>, format = DateTime, example = "2026-11-30T00:00:00Z")]
    #[garde(skip)]
    to: Option<Moment>,
}

/// That a mail is on its way.
#[derive(Debug, Serialize, ToSchema)]
pub struct Asked {
    message: &'static str,
}

/// A bookable that guests, or everybody who has an account, may book: what everybody sees of it, the same for all.
#[utoipa::path(tag = "bookings", params(Days), responses((status = 200, body = PublicBookableView), Problems))]
#[get("/api/public/bookables/{slug}")]
async fn public_bookable(
    platform: Data<Platform>,
    slug: Path<String>,
    days: ValidQuery<Days>,
) -> Answer<PublicBookableView> {
    let from = days.from.unwrap_or_else(|| Moment(now()));
    let to = days.to.unwrap_or(Moment(from.0.saturating_add(WEEK_MS)));
    Ok(Json(bookings::public_bookable(&platform, &slug, (from, to)).await?))
}

/// Book without an account where `guests` is on: the time is held for 15 minutes, and a link is mailed by which it is confirmed. The
/// same answer whoever has the address. 409 OVERLAP: it is taken; `nearest` says what is free.
#[utoipa::path(tag = "bookings", request_body = GuestDraft, responses((status = 202, body = Asked), Problems))]
#[post("/api/public/booking")]
async fn ask(platform: Data<Platform>, request: HttpRequest, body: Valid<GuestDraft>) -> Bare {
    bookings::ask_as_guest(&platform, body.0, &address(&request)).await?;
    Ok(HttpResponse::Accepted().json(Asked { message: "Kolla din e-post: vi har skickat en länk." }))
}

/// The same by the form of the page there; answers a page.
#[utoipa::path(tag = "bookings", responses((status = 202, content_type = "text/html"), (status = 404, content_type = "text/html"), Problems))]
#[post("/{slug}/boka/{name}")]
async fn ask_by_form(
    platform: Data<Platform>,
    request: HttpRequest,
    path: Path<(String, String)>,
    body: Posted,
) -> Bare {
    let filled = body.0;
    let asked = async {
        let draft = page::draft(&path.1, &filled)?;
        Ok::<_, ApiError>(bookings::ask_as_guest(&platform, draft, &address(&request)).await?)
    };
    let Err(error) = asked.await else { return Ok(page::sent()) };
    match bookings::for_page(&platform, Some(&path.0), &path.1, day(&filled)).await {
        Ok(shown) => Ok(page::again(&shown, &platform.settings.public_url, &filled, &error)),
        Err(_) => Ok(private(StatusCode::NOT_FOUND, page::absent())),
    }
}

/// The page of a mailed link: the booking, its terms, and what can be done. Looking changes nothing.
#[utoipa::path(tag = "bookings", responses((status = 200, content_type = "text/html"), (status = 404, content_type = "text/html"), Problems))]
#[get("/boka/{token}")]
async fn show(platform: Data<Platform>, request: HttpRequest, token: Path<String>) -> Bare {
    let day = day(&fields(request.query_string().as_bytes()));
    match bookings::guest_page(&platform, &token, day).await {
        Ok(shown) => Ok(private(StatusCode::OK, drawn(&shown, &token, ""))),
        Err(refusal) => Ok(unknown(&refusal.into())),
    }
}

/// What was billed for the booking of a mailed link, as a PDF.
#[utoipa::path(tag = "bookings", responses((status = 200, content_type = "application/pdf", body = Vec<u8>), (status = 404, content_type = "text/html"), Problems))]
#[get("/boka/{token}/underlag/{reference}")]
async fn guest_bill(platform: Data<Platform>, path: Path<(String, String)>) -> Bare {
    match bookings::guest_bill(&platform, &path.0, &path.1).await {
        Ok((reference, bytes)) => {
            Ok(file("application/pdf", "inline", &format!("betalningsunderlag-{reference}.pdf"), bytes))
        }
        Err(refusal) => Ok(unknown(&refusal.into())),
    }
}

/// Confirm, cancel or move by the form of that page (`action`, with `start`, `end`, `version` and the `price` that it showed, in
/// öre); leads back to it. 409 PRICE_CHANGED: the page has a button for the price that it has by now.
#[utoipa::path(tag = "bookings", responses((status = 200, content_type = "text/html"), (status = 303), (status = 404, content_type = "text/html"), Problems))]
#[post("/boka/{token}")]
async fn act(platform: Data<Platform>, token: Path<String>, body: Posted) -> Bare {
    let filled = body.0;
    let done = match wanted(&filled) {
        Ok(act) => bookings::act_as_guest(&platform, &token, act).await,
        Err(refusal) => Err(refusal),
    };
    match (done, bookings::guest_page(&platform, &token, day(&filled)).await) {
        (Ok(()), Ok(_)) => {
            let back = HttpResponse::SeeOther().insert_header((LOCATION, format!("/boka/{token}"))).finish();
            Ok(markup::guarded(back))
        }
        (Ok(()), Err(_)) => {
            let said = "<p>Tiden är fri igen, och vi har glömt ditt namn och din adress.</p>";
            Ok(private(StatusCode::OK, document("Bokningen är borttagen", NOINDEX, said)))
        }
        (Err(refusal), Ok(shown)) => {
            let error = ApiError::from(refusal);
            let again = at_price(&error, &filled, &token);
            let others = others(&markup::nearest(&error), &shown, &token);
            let note = format!("{}{again}{others}", note(&error));
            Ok(refused(&error, drawn(&shown, &token, &note)))
        }
        // Whatever was asked for: the link is not valid.
        (Err(_), Err(refusal)) => Ok(unknown(&refusal.into())),
    }
}

fn unknown(error: &ApiError) -> HttpResponse {
    let said = "<p>Den kan vara felskriven, eller för gammal. Bokningen kan också vara borttagen.</p>";
    let title =
        if error.status() == StatusCode::NOT_FOUND { "Länken gäller inte" } else { "Försök igen" };
    refused(error, document(title, NOINDEX, said))
}

/// What a form asks for. 422 (`action`, `start`).
fn wanted(filled: &Fields) -> Result<GuestAct, Refusal> {
    let moment = |name: &str| {
        let text = filled.get(name).filter(|text| !text.is_empty())?;
        serde_json::from_value::<Moment>(serde_json::Value::from(text.as_str())).ok()
    };
    let time = moment("start").zip(moment("end"));
    let number = |name: &str| filled.get(name).and_then(|text| text.parse().ok()).unwrap_or_default();
    // Without a price it is one that costs nothing.
    let (version, price) = (number("version"), number("price"));
    match (filled.get("action").map(String::as_str), time) {
        (Some("confirm"), to) => Ok(GuestAct::Confirm { to, price }),
        (Some("cancel"), _) => Ok(GuestAct::Cancel),
        (Some("move"), Some((start, end))) => Ok(GuestAct::Move { start, end, version, price }),
        (Some("move"), None) => Err(Refusal::field("start", "REQUIRED", "Välj en tid.")),
        _ => Err(Refusal::field("action", "UNKNOWN", "Välj vad du vill göra.")),
    }
}

/// A form with one button; `more`: hidden fields.
fn button(token: &str, (action, label): (&str, &str), more: &[(&str, String)], quiet: bool) -> String {
    let field = |(name, value): &(&str, String)| {
        format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape(value))
    };
    let hidden: String = more.iter().map(field).collect();
    let class = if quiet { " class=\"quiet\"" } else { "" };
    format!(
        "<form method=\"post\" action=\"/boka/{}\">{hidden}<button name=\"action\" value=\"{action}\"{class}>{}</button></form>",
        escape(token),
        escape(label),
    )
}

/// The same once more at the price that it has by now, with a button; nothing where the price was not what was wrong.
fn at_price(error: &ApiError, filled: &Fields, token: &str) -> String {
    let Some(price) = error.member("price").and_then(serde_json::Value::as_i64) else { return String::new() };
    let kept = ["start", "end", "version"].map(|name| (name, filled.get(name).cloned().unwrap_or_default()));
    let more: Vec<(&str, String)> = kept.into_iter().chain([("price", price.to_string())]).collect();
    let action = filled.get("action").map_or("confirm", String::as_str);
    button(token, (action, &format!("Boka för {}", kronor(price))), &more, false)
}

/// Other times in the place of one that is gone, each with a button.
fn others(nearest: &[(Moment, Moment)], page: &GuestPage, token: &str) -> String {
    let one = |(start, end): &(Moment, Moment)| {
        let more = [
            ("start", start.to_string()),
            ("end", end.to_string()),
            ("version", page.version.to_string()),
            ("price", page.price.to_string()),
        ];
        let label = format!("Ta {} i stället", when((*start, *end), false, ZONE));
        button(token, ("move", &label), &more, true)
    };
    let buttons: String = nearest.iter().map(one).collect();
    if buttons.is_empty() { buttons } else { format!("<p>Närmast ledigt:</p>{buttons}") }
}

fn drawn(page: &GuestPage, token: &str, note: &str) -> String {
    let state = match page.state {
        GuestState::Booked(label) => label.to_owned(),
        GuestState::Asked(Some(until)) => {
            format!(
                "Väntar på att du bekräftar. Tiden hålls till {}.",
                actors::calendar::in_words(until, ZONE)
            )
        }
        GuestState::Asked(None) if page.is_free && page.confirms => {
            "Väntar på att du bekräftar. Tiden hålls inte längre, men den är ledig.".to_owned()
        }
        GuestState::Asked(None) if page.confirms => {
            "Tiden hölls inte längre och har blivit bokad av någon annan.".to_owned()
        }
        GuestState::Asked(None) => "Går inte att boka längre.".to_owned(),
    };
    let participants = page.participants.map(|count| count.to_string()).unwrap_or_default();
    let price = if page.price == 0 { "Kostar inget".to_owned() } else { kronor(page.price) };
    let facts = [
        row("Status", &state),
        row("När", &when((page.start, page.end), false, ZONE)),
        row("Var", &page.place),
        row("Hos", &page.entity_name),
        row("Namn", &page.name),
        row("Deltagare", &participants),
        row("Meddelande", &page.note),
        row("Orsak", page.reason.as_deref().unwrap_or_default()),
        row("Pris", &price),
        row("Avbokning", &markup::terms(&page.terms)),
    ]
    .concat();
    let mut acts = String::new();
    if page.confirms && page.is_free {
        let label = if page.requires_approval { "Skicka förfrågan" } else { "Bekräfta bokningen" };
        acts.push_str(&button(token, ("confirm", label), &[("price", page.price.to_string())], false));
    }
    let near: Vec<(Moment, Moment)> = page.nearest.iter().map(|one| (one.start, one.end)).collect();
    acts.push_str(&others(&near, page, token));
    if page.cancels {
        let label = match page.state {
            GuestState::Booked(_) => "Avboka",
            GuestState::Asked(_) => "Ta bort",
        };
        acts.push_str(&button(token, ("cancel", label), &[], true));
    }
    if page.moves {
        acts.push_str(&moving(page, token));
    }
    let other = page.slug.as_ref().map_or_else(String::new, |slug| {
        let path = format!("/{}/boka/{slug}", page.entity_slug);
        format!("<p class=\"foot\"><a href=\"{}\">Boka en tid till</a></p>", escape(&path))
    });
    let bills: String = page.bills.iter().map(|bill| billed(bill, token)).collect();
    document(&page.bookable_name, NOINDEX, &format!("{note}<dl>{facts}</dl>{bills}{acts}{other}"))
}

/// What was billed, how it is paid, and the paper about it.
fn billed(bill: &BillView, token: &str) -> String {
    let BillView { reference, amount, status_text, due, payment } = bill;
    let mut facts = vec![row("Belopp", &kronor(*amount)), row("Status", status_text)];
    let mut app = String::new();
    if let Some(payment) = payment {
        facts.push(row("Betala senast", &day_in_words(due.0)));
        if let Some(swish) = &payment.swish {
            facts.push(row("Swish", &swish.payee));
            app = format!("<p><a href=\"{}\">Betala med Swish</a></p>", escape(&swish.link));
        }
        facts.push(row("Bankgiro", payment.bankgiro.as_deref().unwrap_or_default()));
        facts.push(row("Plusgiro", payment.plusgiro.as_deref().unwrap_or_default()));
        facts.push(row("Meddelande", &payment.reference));
    }
    let path = format!("/boka/{token}/underlag/{reference}");
    format!(
        "<h2>Underlag {}</h2><dl>{}</dl>{app}<p><a href=\"{}\">Hämta underlaget (PDF)</a></p>",
        escape(reference),
        facts.concat(),
        escape(&path)
    )
}

fn moving(page: &GuestPage, token: &str) -> String {
    let path = format!("/boka/{token}");
    let form = if page.free.is_empty() {
        format!("<p>Inget är ledigt {}.</p>", day_in_words(page.day))
    } else {
        format!(
            "<form method=\"post\" action=\"{}\">{}<input type=\"hidden\" name=\"version\" value=\"{}\">\
             <input type=\"hidden\" name=\"price\" value=\"{}\"><button name=\"action\" value=\"move\" class=\"quiet\">Flytta bokningen</button></form>",
            escape(&path),
            times(&page.free, page.day, &Fields::new()),
            page.version,
            page.price,
        )
    };
    format!("<h2>Flytta</h2>{}{form}", days(&path, page.day))
}
